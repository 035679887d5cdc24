// How members of a workspace sign in, for the list of members: their address, what waits for them, and how often they
// are signed in.

import type { Context } from '../context/context.ts';
import type { Queries } from '../store/store.ts';
import { isOpen } from './invitation-rows.ts';

export interface MemberSignIn {
  /** The address that the member signs in with; null before that. */
  email: string | null;
  sessions: number;
  /** The invitation that waits for its claim or for the confirmation of its claim. */
  invitation: {
    email: string;
    invited_at: number;
    expires_at: number;
    claimed_at: number | null;
    /** Whether a Contract Admin confirms the claim; otherwise a member of staff does. */
    is_confirmed_here: boolean;
  } | null;
}

export async function withSignIns<Member extends { id: string }>(
  { store: { db }, clock }: Context,
  members: readonly Member[],
): Promise<(Member & MemberSignIn)[]> {
  if (members.length === 0) return [];
  const now = clock();
  const ids = members.map(({ id }) => id);
  const users = await db
    .selectFrom('user_members')
    .innerJoin('users', 'users.id', 'user_members.user_id')
    .select(['member_id', 'email'])
    .where('member_id', 'in', ids)
    .execute();
  const sessions = await db
    .selectFrom('user_sessions')
    .select('acting_as')
    .where('expires_at', '>', now)
    .where(
      'acting_as',
      'in',
      ids.map((id) => `members/${id}`),
    )
    .execute();
  const invitations = await openInvitations(db, ids, now);
  return members.map((member) => ({
    ...member,
    email: users.find(({ member_id }) => member_id === member.id)?.email ?? null,
    sessions: sessions.filter(({ acting_as }) => acting_as === `members/${member.id}`).length,
    invitation: invitations.get(member.id) ?? null,
  }));
}

async function openInvitations(
  db: Queries,
  ids: readonly string[],
  now: number,
): Promise<Map<string, NonNullable<MemberSignIn['invitation']>>> {
  const rows = await db
    .selectFrom('sign_in_invitations as i')
    .leftJoin('members as inviter', 'inviter.id', 'i.invited_by')
    .selectAll('i')
    .select('inviter.id as inviter')
    .where('member_id', 'in', ids)
    .where('kind', '<>', 'reset')
    .execute();
  const open = rows.filter((row) => isOpen(row, now));
  return new Map(
    open.map(({ member_id, email, invited_at, expires_at, claimed_at, inviter }) => [
      member_id!,
      { email, invited_at, expires_at, claimed_at, is_confirmed_here: inviter !== null },
    ]),
  );
}

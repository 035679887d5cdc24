// What the holder of an invitation's link is shown before claiming it: for whom it is, and who confirms the claim.

import { isBeingFounded } from '../accounts/founding.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import type { Queries } from '../store/store.ts';
import { type InvitationRow, requireUsableCode } from './invitation-rows.ts';
import { userByEmail } from './users.ts';

export interface ShownInvitation {
  name: string;
  email: string;
  /** Null for a member of staff. */
  workspace: string | null;
  expires_at: number;
  /** Whether the claim replaces all credentials of the person. */
  is_recovery: boolean;
  /** Whether a password is chosen; a user who exists keeps theirs. */
  needs_password: boolean;
  /** Whether the claim takes effect without a confirmation. */
  is_confirmed_at_once: boolean;
  /** The Contract Admins of whom one confirms the claim; empty if a member of staff does. */
  confirmed_by: string[];
}

export async function showInvitation(context: Context, code: string): Promise<ShownInvitation> {
  const { db } = context.store;
  const row = await requireUsableCode(context, db, code);
  if (row.kind === 'reset') throw new Refusal('invalid_token', 'This link is for a new password.');
  const isRecovery = row.kind === 'recovery';
  const user = await userByEmail(db, row.email);
  return {
    ...(await invited(db, row)),
    email: row.email,
    expires_at: row.expires_at,
    is_recovery: isRecovery,
    needs_password: isRecovery || user === undefined,
    is_confirmed_at_once: row.staff_id !== null && (await isBeingFounded(db)),
    confirmed_by: await confirmers(db, row),
  };
}

async function invited(
  db: Queries,
  { staff_id, member_id }: InvitationRow,
): Promise<{ name: string; workspace: string | null }> {
  if (staff_id !== null) {
    const person = db.selectFrom('staff').select('name').where('id', '=', staff_id);
    return { ...(await person.executeTakeFirstOrThrow()), workspace: null };
  }
  return db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .select(['members.name', 'workspaces.name as workspace'])
    .where('members.id', '=', member_id)
    .executeTakeFirstOrThrow();
}

/** Whom a member invited, a Contract Admin confirms; whom an operator invited, a member of staff. */
async function confirmers(db: Queries, { member_id, invited_by }: InvitationRow): Promise<string[]> {
  const inviter = await db
    .selectFrom('members')
    .select('workspace_id')
    .where('id', '=', invited_by)
    .executeTakeFirst();
  if (inviter === undefined) return [];
  const admins = await db
    .selectFrom('members')
    .select('name')
    .where('workspace_id', '=', inviter.workspace_id)
    .where('role', '=', 'contract_admin')
    .where('removed_at', 'is', null)
    .where('id', '<>', member_id)
    .orderBy('name')
    .execute();
  return admins.map(({ name }) => name);
}

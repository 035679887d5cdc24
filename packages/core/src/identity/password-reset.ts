// Password resets by mail. A reset replaces the password only: a second factor is still asked for.

import { SERVICE } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { requireUsableCode, type SignInInvitation, subjectOf, writeInvitation } from './invitation-rows.ts';
import { hashPassword, type PasswordCost, requireGoodPassword } from './passwords.ts';
import { peopleOf } from './people.ts';
import { userByEmail, writePassword } from './users.ts';

const MINUTE = 60 * 1000;
/** A second request within this time sends nothing, so that nobody's mailbox is filled. */
const NOT_AGAIN_MS = 5 * MINUTE;

/** null if nobody who may act has this address. Callers must not be able to tell the difference. */
export function requestReset(context: Context, email: string): Promise<SignInInvitation | null> {
  return context.store.transaction(async (writes) => {
    const user = await userByEmail(writes, email.trim());
    const [person] = user === undefined ? [] : await peopleOf(writes, user.id);
    if (user === undefined || person === undefined) return null;
    const invited = person.kind === 'staff' ? { staff_id: person.actor.id } : { member_id: person.member.id };
    const [column, id] = Object.entries(invited)[0]! as ['staff_id' | 'member_id', string];
    const open = await writes
      .selectFrom('sign_in_invitations')
      .select(['kind', 'invited_at'])
      .where(column, '=', id)
      .where('ended_at', 'is', null)
      .where('confirmed_at', 'is', null)
      .execute();
    // A recovery in progress must not be ended by anyone who knows the address.
    const isBusy = open.some(
      ({ kind, invited_at }) => kind !== 'reset' || invited_at > context.clock() - NOT_AGAIN_MS,
    );
    if (isBusy) return null;
    return writeInvitation(context, writes, invited, {
      kind: 'reset',
      email: user.email,
      invitedBy: SERVICE.id,
    });
  });
}

/** Sets the password and ends all sessions of the user. */
export async function resetPassword(
  context: Context,
  { code, password }: { code: string; password: string },
  cost?: PasswordCost,
): Promise<void> {
  const found = await requireUsableCode(context, context.store.db, code);
  if (found.kind !== 'reset') throw new Refusal('invalid_token', 'This link is an invitation.');
  requireGoodPassword(password, found.email);
  const hash = await hashPassword(password, cost);
  await context.store.transaction(async (writes) => {
    const row = await requireUsableCode(context, writes, code);
    const user = await userByEmail(writes, row.email);
    if (user === undefined || (await peopleOf(writes, user.id)).length === 0)
      throw new Refusal('invalid_token', 'This link is not valid. Ask for a new one.');
    await writePassword(context, writes, user.id, hash);
    await writes.deleteFrom('user_sessions').where('user_id', '=', user.id).execute();
    const now = context.clock();
    await writes
      .updateTable('sign_in_invitations')
      .set({ claimed_at: now, confirmed_at: now })
      .where('id', '=', row.id)
      .execute();
    const person = { id: row.staff_id ?? row.member_id! };
    await recordAct(context, writes, person, 'sign_in.password_reset', subjectOf(row), null, {
      email: row.email,
    });
  });
}

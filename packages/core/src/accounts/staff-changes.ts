// Changes to the staff, which take two people: roles, retirement and the revocation of tokens. A person may revoke or
// replace their own token alone.

import { type Actor, actingStaff } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import type { StaffRole } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { endAccessOf } from './one-time-codes.ts';
import { approvalNote, type People } from './requests.ts';
import {
  type IssuedToken,
  readRoles,
  requireOperatorLeft,
  type StaffMember,
  staffNamed,
  writeRoles,
  writeToken,
} from './staff.ts';

export async function setRoles(
  context: Context,
  writes: Writes,
  people: People,
  idOrName: string,
  given: readonly StaffRole[],
): Promise<void> {
  const roles = readRoles(given);
  const { id, roles: before } = await staffNamed(writes, idOrName);
  await writes.deleteFrom('staff_roles').where('staff_id', '=', id).execute();
  await writeRoles(writes, id, roles);
  const after = { roles, ...approvalNote(people) };
  await recordAct(
    context,
    writes,
    people.requester,
    'staff.roles_set',
    `staff/${id}`,
    { roles: before },
    after,
  );
  await requireOperatorLeft(writes);
}

/** Revokes all their tokens and invitations, and ends their sessions. Records of what they did keep their name until it is erased. */
export async function retireStaff(
  context: Context,
  writes: Writes,
  people: People,
  idOrName: string,
): Promise<void> {
  const { id, name, roles } = await staffNamed(writes, idOrName);
  const now = context.clock();
  await writes.updateTable('staff').set({ retired_at: now }).where('id', '=', id).execute();
  await writes
    .updateTable('staff_tokens')
    .set({ revoked_at: now })
    .where('staff_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  await endAccessOf(context, writes, { staff_id: id });
  const before = { name, roles };
  await recordAct(
    context,
    writes,
    people.requester,
    'staff.retired',
    `staff/${id}`,
    before,
    approvalNote(people),
  );
  await requireOperatorLeft(writes);
}

/** Finds whose token it is, by its prefix as lists show it. */
export async function holderOf(db: Queries | Writes, prefix: string): Promise<StaffMember> {
  const token = await db
    .selectFrom('staff_tokens')
    .select('staff_id')
    .where('prefix', '=', prefix)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (token === undefined) throw new Refusal('not_found', `No active token begins with ${prefix}.`);
  return staffNamed(db, token.staff_id);
}

export async function revokeToken(
  context: Context,
  writes: Writes,
  people: People,
  prefix: string,
): Promise<void> {
  const { id } = await holderOf(writes, prefix);
  await writes
    .updateTable('staff_tokens')
    .set({ revoked_at: context.clock() })
    .where('prefix', '=', prefix)
    .where('staff_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  await recordAct(
    context,
    writes,
    people.requester,
    'staff.token_revoked',
    `staff/${id}`,
    { token: prefix },
    approvalNote(people),
  );
  await requireOperatorLeft(writes);
}

/** Replaces one's own token; the old one stops working at once. */
export async function rotateOwnToken(context: Context, given: Actor, prefix: string): Promise<IssuedToken> {
  return context.store.transaction(async (writes) => {
    const actor = await actingStaff(writes, given, 'staff.rotate_token');
    const { numUpdatedRows } = await writes
      .updateTable('staff_tokens')
      .set({ revoked_at: context.clock() })
      .where('prefix', '=', prefix)
      .where('staff_id', '=', actor.id)
      .where('revoked_at', 'is', null)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n)
      throw new Refusal('not_found', `You have no active token that begins with ${prefix}.`);
    const issued = await writeToken(context, writes, actor.id, { confirmed: true });
    await recordAct(
      context,
      writes,
      actor,
      'staff.token_rotated',
      `staff/${actor.id}`,
      { token: prefix },
      { token: issued.prefix },
    );
    await requireOperatorLeft(writes);
    return issued;
  });
}

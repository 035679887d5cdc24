// Changes to the staff, which take two people: roles, retirement and the revocation of tokens. A person may revoke their
// own token alone.

import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import type { StaffRole } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { endSessionsAs } from './end-sessions.ts';
import { approvalNote, type People } from './requests.ts';
import { readRoles, requireOperatorLeft, type StaffMember, staffNamed, writeRoles } from './staff.ts';

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
  await writes
    .deleteFrom('staff_invitations')
    .where('staff_id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute();
  await endSessionsAs(writes, [`staff/${id}`]);
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

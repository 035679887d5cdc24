// The actor of a staff act: a member of staff, or the service itself. A role is checked when a request is admitted, and
// again in the transaction of the act.

import { ACTS, type StaffActName, type StaffReadName, type WhoMay } from '@rf-indicators/contract/acts';
import { provedRow, provedRows } from '../store/records/proved.ts';
import type { Database, StaffRole } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import type { Context } from './context.ts';
import { Refusal } from './refusal.ts';

export interface Actor {
  id: string;
  name: string;
  roles: readonly StaffRole[];
}

/** For scheduled work. */
export const SERVICE: Actor = { id: 'service', name: 'the service', roles: [] };

/** Checks the roles that the table of acts lists for this act. */
export function requireMay(actor: Actor, act: StaffActName | StaffReadName): void {
  const { staff }: WhoMay = ACTS[act].who;
  const roles = staff ?? [];
  if (!roles.some((role) => actor.roles.includes(role))) throw missingRole(roles, actor.name);
}

export function missingRole(roles: readonly string[], name: string): Refusal {
  return new Refusal(
    'insufficient_role',
    `This requires the ${roles.join(' or ')} role, which ${name} does not have.`,
  );
}

export async function rolesOf(db: Queries | Writes, id: string): Promise<StaffRole[]> {
  const rows = await provedRows(db, 'staff_roles', () =>
    db.selectFrom('staff_roles').selectAll().where('staff_id', '=', id).execute(),
  );
  return rows.map(({ role }) => role).sort();
}

/** The member of staff, unless they were retired. */
export function activeStaff(db: Queries | Writes, id: string): Promise<Database['staff'] | undefined> {
  return provedRow(db, 'staff', () =>
    db
      .selectFrom('staff')
      .selectAll()
      .where('id', '=', id)
      .where('retired_at', 'is', null)
      .executeTakeFirst(),
  );
}

/**
 * Reads the person again in the transaction: since the request was admitted, they may have been retired or lost the role.
 */
export async function actingStaff(
  db: Queries | Writes,
  { id, name }: Pick<Actor, 'id' | 'name'>,
  act: StaffActName,
): Promise<Actor> {
  if ((await activeStaff(db, id)) === undefined)
    throw new Refusal('invalid_token', `${name} is no longer on the staff.`);
  if (!(await isConfirmed(db, id)))
    throw new Refusal('invalid_token', `${name} is invited, but nobody has confirmed them yet.`);
  const actor = { id, name, roles: await rolesOf(db, id) };
  requireMay(actor, act);
  return actor;
}

/** Nobody acts in the name of somebody who never had a token or a sign-in that worked. */
async function isConfirmed(db: Queries | Writes, id: string): Promise<boolean> {
  const tokens = await provedRows(db, 'staff_tokens', () =>
    db.selectFrom('staff_tokens').selectAll().where('staff_id', '=', id).execute(),
  );
  if (tokens.some(({ confirmed_at }) => confirmed_at !== null)) return true;
  const links = await provedRows(db, 'user_staff', () =>
    db.selectFrom('user_staff').selectAll().where('staff_id', '=', id).execute(),
  );
  return links.length > 0;
}

/** Performs an act of staff in one transaction, which begins with the check of who acts. */
export function actAs<Result>(
  { store }: Context,
  person: Actor,
  act: StaffActName,
  work: (writes: Writes, actor: Actor) => Promise<Result>,
): Promise<Result> {
  return store.transaction(async (writes) => work(writes, await actingStaff(writes, person, act)));
}

// The staff of the desk. Each has a personal token, of which only the hash is stored.

import { STAFF_ROLES } from '@rf-indicators/contract/acts';
import { type Actor, requireMay } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { createToken, hashToken, isWellFormedToken } from '../secrets/tokens.ts';
import type { StaffRole } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';

export interface NewStaff {
  name: string;
  roles: readonly StaffRole[];
}

export interface StaffMember {
  id: string;
  name: string;
  roles: StaffRole[];
  created_at: number;
  retired_at: number | null;
  tokens: { prefix: string; created_at: number; revoked_at: number | null }[];
}

export interface IssuedToken {
  /** The id of the person whose token it is. */
  id: string;
  /** Shown once. */
  token: string;
  prefix: string;
}

/** The first person has no actor to add them, and must be an operator. */
export function createStaff(context: Context, actor: Actor | null, staff: NewStaff): Promise<IssuedToken> {
  return context.store.transaction((writes) => addStaff(context, writes, actor, staff));
}

/** Adds a person as part of a larger transaction, such as initialising a store. */
export async function addStaff(
  context: Context,
  writes: Writes,
  actor: Actor | null,
  staff: NewStaff,
): Promise<IssuedToken> {
  const name = staff.name.trim();
  if (name === '' || name.length > 120) {
    throw new Refusal('validation_failed', 'A name must have 1 to 120 characters.');
  }
  const roles = readRoles(staff.roles);
  const everyone = await listStaff(writes);
  const member: Actor = { id: context.newId(), name, roles };
  if (actor !== null) requireMay(actor, 'staff.add');
  else if (everyone.length > 0) {
    throw new Refusal('insufficient_role', 'The staff is not empty, so only an operator can add people.');
  } else if (!roles.includes('operator')) {
    throw new Refusal(
      'validation_failed',
      'The first person must be an operator, because operators add all others.',
    );
  }
  if (everyone.some((other) => other.retired_at === null && other.name === name)) {
    throw new Refusal('conflict', `The staff already has a person called ${name}. Use a different name.`);
  }
  await writes
    .insertInto('staff')
    .values({ id: member.id, name, created_at: context.clock(), retired_at: null })
    .execute();
  await writeRoles(writes, member.id, roles);
  const issued = await writeToken(context, writes, member.id);
  await recordAct(context, writes, actor ?? member, 'staff.created', `staff/${member.id}`, null, {
    name,
    roles,
    token: issued.prefix,
  });
  return issued;
}

/** Finds the person who holds a token. */
export async function authenticate(context: Context, token: string): Promise<Actor> {
  if (!isWellFormedToken('rf_staff_', token)) {
    throw new Refusal(
      'invalid_token',
      'This is not a staff token. Staff tokens begin with rf_staff_ and have 47 characters.',
    );
  }
  const holder = await context.store.db
    .selectFrom('staff_tokens')
    .innerJoin('staff', 'staff.id', 'staff_tokens.staff_id')
    .select(['staff.id', 'staff.name'])
    .where('token_hash', '=', hashToken(token))
    .where('revoked_at', 'is', null)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
  if (!holder) {
    throw new Refusal('invalid_token', 'This token is unknown or revoked. An operator can issue another.');
  }
  const roles = await context.store.db
    .selectFrom('staff_roles')
    .select('role')
    .where('staff_id', '=', holder.id)
    .execute();
  return { ...holder, roles: roles.map(({ role }) => role).sort() };
}

export async function issueToken(context: Context, actor: Actor, idOrName: string): Promise<IssuedToken> {
  requireMay(actor, 'staff.issue_token');
  return context.store.transaction(async (writes) => {
    const { id } = await staffNamed(writes, idOrName);
    const issued = await writeToken(context, writes, id);
    const token = issued.prefix;
    await recordAct(context, writes, actor, 'staff.token_issued', `staff/${id}`, null, { token });
    return issued;
  });
}

/** By its prefix, as lists show it. */
export async function revokeToken(context: Context, actor: Actor, prefix: string): Promise<void> {
  requireMay(actor, 'staff.revoke_token');
  return context.store.transaction(async (writes) => {
    const found = await writes
      .selectFrom('staff_tokens')
      .selectAll()
      .where('prefix', '=', prefix)
      .where('revoked_at', 'is', null)
      .execute();
    if (found.length === 0) throw new Refusal('not_found', `No active token begins with ${prefix}.`);
    const revoked_at = context.clock();
    for (const { token_hash, staff_id } of found) {
      await writes
        .updateTable('staff_tokens')
        .set({ revoked_at })
        .where('token_hash', '=', token_hash)
        .execute();
      const token = { token: prefix };
      await recordAct(context, writes, actor, 'staff.token_revoked', `staff/${staff_id}`, token, null);
    }
    await requireOperatorLeft(writes);
  });
}

export async function setRoles(
  context: Context,
  actor: Actor,
  idOrName: string,
  given: readonly StaffRole[],
): Promise<void> {
  requireMay(actor, 'staff.set_roles');
  const roles = readRoles(given);
  return context.store.transaction(async (writes) => {
    const { id, roles: before } = await staffNamed(writes, idOrName);
    await writes.deleteFrom('staff_roles').where('staff_id', '=', id).execute();
    await writeRoles(writes, id, roles);
    await recordAct(context, writes, actor, 'staff.roles_set', `staff/${id}`, { roles: before }, { roles });
    await requireOperatorLeft(writes);
  });
}

/** Revokes all their tokens. Records of what they did keep their name. */
export async function retireStaff(context: Context, actor: Actor, idOrName: string): Promise<void> {
  requireMay(actor, 'staff.retire');
  return context.store.transaction(async (writes) => {
    const { id, name, roles } = await staffNamed(writes, idOrName);
    const now = context.clock();
    await writes.updateTable('staff').set({ retired_at: now }).where('id', '=', id).execute();
    await writes
      .updateTable('staff_tokens')
      .set({ revoked_at: now })
      .where('staff_id', '=', id)
      .where('revoked_at', 'is', null)
      .execute();
    await recordAct(context, writes, actor, 'staff.retired', `staff/${id}`, { name, roles }, null);
    await requireOperatorLeft(writes);
  });
}

/** In the order in which they were added, including retired people. */
export async function listStaff(db: Queries | Writes): Promise<StaffMember[]> {
  const people = await db.selectFrom('staff').selectAll().orderBy('created_at').orderBy('id').execute();
  const roles = Map.groupBy(
    await db.selectFrom('staff_roles').selectAll().orderBy('role').execute(),
    ({ staff_id }) => staff_id,
  );
  const tokens = Map.groupBy(
    await db.selectFrom('staff_tokens').selectAll().orderBy('created_at').execute(),
    ({ staff_id }) => staff_id,
  );
  return people.map((person) => ({
    ...person,
    roles: (roles.get(person.id) ?? []).map(({ role }) => role),
    tokens: (tokens.get(person.id) ?? []).map(({ prefix, created_at, revoked_at }) => ({
      prefix,
      created_at,
      revoked_at,
    })),
  }));
}

/** Only people who are not retired. */
export async function staffNamed(db: Queries | Writes, idOrName: string): Promise<StaffMember> {
  const active = (await listStaff(db)).filter(({ retired_at }) => retired_at === null);
  const found = active.find(({ id, name }) => id === idOrName || name === idOrName);
  if (found) return found;
  throw new Refusal('not_found', `Nobody on the staff has the id or name "${idOrName}".`);
}

function readRoles(roles: readonly StaffRole[]): StaffRole[] {
  const unknown = roles.filter((role) => !STAFF_ROLES.includes(role));
  if (unknown.length === 0 && roles.length > 0) return [...new Set(roles)].sort();
  const problem =
    unknown.length > 0 ? `"${unknown.join('", "')}" is not a role.` : 'A person needs at least one role.';
  throw new Refusal('validation_failed', `${problem} Roles are ${STAFF_ROLES.join(', ')}.`);
}

async function writeRoles(writes: Writes, staffId: string, roles: readonly StaffRole[]): Promise<void> {
  const rows = roles.map((role) => ({ staff_id: staffId, role }));
  await writes.insertInto('staff_roles').values(rows).execute();
}

async function writeToken(context: Context, writes: Writes, staffId: string): Promise<IssuedToken> {
  const { token, hash, prefix } = createToken('rf_staff_');
  await writes
    .insertInto('staff_tokens')
    .values({ token_hash: hash, staff_id: staffId, prefix, created_at: context.clock(), revoked_at: null })
    .execute();
  return { id: staffId, token, prefix };
}

/** Without an operator who has a token, nobody could add another one. */
async function requireOperatorLeft(writes: Writes): Promise<void> {
  const everyone = await listStaff(writes);
  const left = everyone.some(
    ({ retired_at, roles, tokens }) =>
      retired_at === null &&
      roles.includes('operator') &&
      tokens.some(({ revoked_at }) => revoked_at === null),
  );
  if (!left)
    throw new Refusal('conflict', 'This would leave no operator with a token. Add another operator first.');
}

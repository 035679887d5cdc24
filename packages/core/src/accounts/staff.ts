// The staff of the desk: who they are, what they may do, which token is theirs, and who can act as the second person. Only
// hashes of tokens are stored.

import { type DomainAnswerOf, STAFF_ROLES } from '@rf-indicators/contract/acts';
import { type Actor, activeStaff, rolesOf } from '../context/actor.ts';
import type { Context } from '../context/context.ts';
import { readName } from '../context/names.ts';
import { timeOrder } from '../context/paging.ts';
import { Refusal } from '../context/refusal.ts';
import { serviceDaysSince } from '../context/service-days.ts';
import { civilDate } from '../context/times.ts';
import { createToken, hashToken, isWellFormedToken } from '../secrets/tokens.ts';
import { provedRow, provedRows } from '../store/records/proved.ts';
import type { StaffRole } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { type Attendance, noteAttendance, readAttendance } from './attendance.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Somebody who has not used the desk on so many days of service may be gone. */
const IDLE_DAYS = 90;

/** Analysts propose; they do not approve. */
const SECOND_PERSON_ROLES: readonly StaffRole[] = ['operator', 'reviewer', 'chief_risk_officer'];

export interface NewStaff {
  name: string;
  roles: readonly StaffRole[];
}

/** As the list of staff shows a person. */
export type StaffMember = Omit<DomainAnswerOf<'staff.list'>['data'][number], 'able'>;

export interface IssuedToken {
  /** The id of the person whose token it is. */
  id: string;
  /** Shown once. */
  token: string;
  prefix: string;
}

/** Finds the person who holds a token. */
export async function authenticate(context: Context, token: string): Promise<Actor> {
  if (!isWellFormedToken('rf_staff_', token)) {
    throw new Refusal(
      'invalid_token',
      'This is not a staff token. Staff tokens begin with rf_staff_ and have 47 characters.',
    );
  }
  const { db } = context.store;
  const token_hash = hashToken(token);
  const held = await provedRow(db, 'staff_tokens', () =>
    db
      .selectFrom('staff_tokens')
      .selectAll()
      .where('token_hash', '=', token_hash)
      .where('revoked_at', 'is', null)
      .executeTakeFirst(),
  );
  const holder = held && (await activeStaff(db, held.staff_id));
  if (!holder) {
    throw new Refusal('invalid_token', 'This token is unknown or revoked. An operator can invite you again.');
  }
  const { id, name } = holder;
  const { confirmed_at, last_used_at } = held;
  if (confirmed_at === null) {
    throw new Refusal(
      'invalid_token',
      'This token does not work yet: a second person must confirm it first, with rf staff confirm. Tell them your ' +
        'check number.',
    );
  }
  const now = context.clock();
  await noteAttendance(context, id);
  if (last_used_at === null || last_used_at < now - DAY) {
    await db
      .updateTable('staff_tokens')
      .set({ last_used_at: now })
      .where('token_hash', '=', token_hash)
      .execute();
  }
  return { id, name, roles: await rolesOf(db, id) };
}

export const STAFF_ORDER = timeOrder<StaffMember>(
  'staff',
  'oldest',
  ['created_at', 'id'],
  ({ created_at, id }) => [created_at, id],
);

/** In the order in which they were added, including retired people. */
export async function listStaff(db: Queries | Writes): Promise<StaffMember[]> {
  const people = await provedRows(db, 'staff', () =>
    db.selectFrom('staff').selectAll().orderBy('created_at').orderBy('id').execute(),
  );
  const byPerson = <Row extends { staff_id: string }>(rows: Row[]) =>
    Map.groupBy(rows, ({ staff_id }) => staff_id);
  const roles = byPerson(
    await provedRows(db, 'staff_roles', () =>
      db.selectFrom('staff_roles').selectAll().orderBy('role').execute(),
    ),
  );
  const tokens = byPerson(
    await provedRows(db, 'staff_tokens', () =>
      db.selectFrom('staff_tokens').selectAll().orderBy('created_at').execute(),
    ),
  );
  const invitations = byPerson(
    await provedRows(db, 'staff_invitations', () =>
      db.selectFrom('staff_invitations').selectAll().where('confirmed_at', 'is', null).execute(),
    ),
  );
  const signIns = byPerson(
    await provedRows(db, 'user_staff', () => db.selectFrom('user_staff').selectAll().execute()),
  );
  const links = await provedRows(db, 'user_credentials', () =>
    db.selectFrom('user_credentials').selectAll().where('provider_id', '=', 'oidc').execute(),
  );
  const linked = new Set(links.map(({ user_id }) => user_id));
  return people.map((person) => {
    const held = tokens.get(person.id) ?? [];
    const invitation = invitations.get(person.id)?.[0] ?? null;
    const signIn = signIns.get(person.id)?.[0] ?? null;
    const isActive = signIn !== null || held.some(({ confirmed_at }) => confirmed_at !== null);
    const status = person.retired_at !== null ? 'retired' : isActive ? 'active' : 'invited';
    return {
      ...person,
      status,
      roles: (roles.get(person.id) ?? []).map(({ role }) => role),
      tokens: held.map(({ prefix, created_at, revoked_at, confirmed_at, last_used_at }) => ({
        prefix,
        created_at,
        revoked_at,
        confirmed_at,
        last_used_at,
      })),
      sign_in: signIn && {
        since: signIn.linked_at,
        last_used_at: signIn.last_used_at,
        has_provider: linked.has(signIn.user_id),
      },
      invitation: invitation && {
        invited_by: invitation.invited_by,
        invited_at: invitation.invited_at,
        expires_at: invitation.expires_at,
        claimed_at: invitation.claimed_at,
      },
    };
  });
}

/** Only people who are not retired. */
export async function staffNamed(db: Queries | Writes, idOrName: string): Promise<StaffMember> {
  const active = (await listStaff(db)).filter(({ retired_at }) => retired_at === null);
  const found = active.find(({ id, name }) => id === idOrName || name === idOrName);
  if (found) return found;
  throw new Refusal('not_found', `Nobody on the staff has the id or name "${idOrName}".`);
}

/** Only people who have had a token that worked: nobody acts in the name of somebody whom nobody confirmed. */
export async function enrolledStaffNamed(db: Queries | Writes, idOrName: string): Promise<StaffMember> {
  const person = await staffNamed(db, idOrName);
  if (person.status !== 'invited') return person;
  throw new Refusal(
    'conflict',
    `${person.name} is invited, but not on the staff yet. Enrol the key once they are.`,
  );
}

/** Adds a person without a token. */
const LONGEST_NAME = 120;

export async function writeStaff(
  context: Context,
  writes: Writes,
  { name: given, roles }: NewStaff,
): Promise<Actor> {
  const name = readName(given, LONGEST_NAME);
  const person: Actor = { id: context.newId(), name, roles: readRoles(roles) };
  const everyone = await listStaff(writes);
  if (everyone.some((other) => other.retired_at === null && other.name === name)) {
    throw new Refusal('conflict', `The staff already has a person called ${name}. Use a different name.`);
  }
  await writes
    .insertInto('staff')
    .values({ id: person.id, name, created_at: context.clock(), retired_at: null })
    .execute();
  await writeRoles(writes, person.id, person.roles);
  return person;
}

export function readRoles(roles: readonly StaffRole[]): StaffRole[] {
  const unknown = roles.filter((role) => !STAFF_ROLES.includes(role));
  if (unknown.length === 0 && roles.length > 0) return [...new Set(roles)].sort();
  const problem =
    unknown.length > 0 ? `"${unknown.join('", "')}" is not a role.` : 'A person needs at least one role.';
  throw new Refusal('validation_failed', `${problem} Roles are ${STAFF_ROLES.join(', ')}.`);
}

export async function writeRoles(
  writes: Writes,
  staffId: string,
  roles: readonly StaffRole[],
): Promise<void> {
  const rows = roles.map((role) => ({ staff_id: staffId, role }));
  await writes.insertInto('staff_roles').values(rows).execute();
}

/** A token that is not confirmed does not work yet. */
export async function writeToken(
  context: Context,
  writes: Writes,
  staffId: string,
  { confirmed }: { confirmed: boolean },
): Promise<IssuedToken> {
  const { token, hash, prefix } = createToken('rf_staff_');
  const now = context.clock();
  await writes
    .insertInto('staff_tokens')
    .values({
      token_hash: hash,
      staff_id: staffId,
      prefix,
      created_at: now,
      revoked_at: null,
      confirmed_at: confirmed ? now : null,
      last_used_at: null,
    })
    .execute();
  return { id: staffId, token, prefix };
}

/** Without an operator who has a token or signs in, nobody could publish. */
export async function requireOperatorLeft(writes: Writes): Promise<void> {
  const everyone = await listStaff(writes);
  const left = everyone.some(
    ({ status, roles, tokens, sign_in }) =>
      status === 'active' &&
      roles.includes('operator') &&
      (sign_in !== null ||
        tokens.some(({ revoked_at, confirmed_at }) => revoked_at === null && confirmed_at !== null)),
  );
  if (!left)
    throw new Refusal('conflict', 'This would leave no operator who can act. Invite another operator first.');
}

/** People who can approve, have a token or a sign-in that works, and have used the desk lately. */
export async function ablePeople(db: Queries | Writes, now: number): Promise<StaffMember[]> {
  const attendance = await readAttendance(db);
  const able: StaffMember[] = [];
  for (const person of await listStaff(db)) {
    const lastDay = lastDayOf(person, attendance);
    if (mayApprove(person, lastDay, now) && !(await isGone(db, lastDay, now))) able.push(person);
  }
  return able;
}

function mayApprove(person: StaffMember, lastDay: string, now: number): boolean {
  const { status, roles, tokens, sign_in } = person;
  if (status !== 'active' || !roles.some((role) => SECOND_PERSON_ROLES.includes(role))) return false;
  if (sign_in !== null) return true;
  return (
    tokens.some(({ revoked_at, confirmed_at }) => revoked_at === null && confirmed_at !== null) &&
    !isDeclaredLost(person, lastDay, now)
  );
}

/**
 * The last day on which a person is known to have been there. Somebody of whom no day is on record, because an older
 * version noted none that is proved, counts as there when days began to be noted.
 */
function lastDayOf({ id, tokens, sign_in }: StaffMember, { lastDay, since }: Attendance): string {
  const enrolled = [sign_in?.since ?? 0, ...tokens.map(({ confirmed_at }) => confirmed_at ?? 0)];
  const day = civilDate(Math.max(...enrolled));
  const noted = lastDay.get(id) ?? since ?? day;
  return noted > day ? noted : day;
}

/** By the clock and by days of service: a clock that is ahead makes nobody disappear. */
async function isGone(db: Queries | Writes, lastDay: string, now: number): Promise<boolean> {
  const last = Date.parse(`${lastDay}T00:00:00Z`);
  return now - last > IDLE_DAYS * DAY && (await serviceDaysSince(db, last)) >= IDLE_DAYS;
}

/**
 * Inviting a person again means that the old token is lost. Using the desk on a later day shows that it is not: otherwise
 * one person could declare all colleagues lost, and return the store to its founding while they work.
 */
function isDeclaredLost({ invitation }: StaffMember, lastDay: string, now: number): boolean {
  if (invitation === null || (invitation.claimed_at === null && invitation.expires_at <= now)) return false;
  return lastDay <= civilDate(invitation.invited_at);
}

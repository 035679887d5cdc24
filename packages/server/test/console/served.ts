// A small store that is served over HTTP: a member of staff and a member of each of two workspaces for every role, each
// with a token, and sessions of any age. Sessions are written to the store, because signing in hashes a password.

import { createHmac, randomBytes } from 'node:crypto';
import { MEMBER_ROLES, type MemberRole, STAFF_ROLES, type StaffRole } from '@rf-indicators/contract/acts';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { addMember } from '@rf-indicators/core/accounts/members';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { initialise } from '@rf-indicators/core/desk/initialise';
import { sessionCookieName, sessionSecret } from '@rf-indicators/core/identity/session-cookie';
import { createMasterKeyFile, type MasterKey, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { createStore } from '@rf-indicators/core/store/open';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { cleanUp, type Lifetime, temporaryFolder } from '../../../../test/support/lifetime.ts';
import type { RunningServer } from '../../../../test/support/server-process.ts';
import { enrol } from '../../../../test/support/staff.ts';
import { holdPort } from '../../src/service/held-port.ts';
import { type ConsoleClient, consoleClient } from './client.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export interface Person {
  id: string;
  name: string;
  token: string;
  /** As sessions name the person. */
  actingAs: string;
}

export interface SessionAge {
  /** How long ago the person signed in. */
  signedIn?: number;
  /** How long ago the session was last used. */
  idle?: number;
}

export interface Served {
  context: Context;
  dataDir: string;
  masterKey: MasterKey;
  server: RunningServer;
  client: ConsoleClient;
  /** At the address of staff; null without one. */
  staffClient: ConsoleClient | null;
  staff: Record<StaffRole, Person>;
  members: Record<'Acorn' | 'Birch', Record<MemberRole, Person>>;
  /** The Cookie header of a session of this person. */
  sessionOf(person: Person, age?: SessionAge): Promise<string>;
}

export interface ServeOptions {
  env?: Record<string, string>;
  /** Whether staff have an address of their own. */
  staffAddress?: boolean;
  /** A PostgreSQL database that is empty; otherwise the store is on SQLite. */
  databaseUrl?: string;
}

/** So that a test can ask as often as it likes. */
const NO_LIMITS = {
  RF_LIMIT_CONSOLE: '1000000',
  RF_LIMIT_CONSOLE_PER_ADDRESS: '1000000',
  RF_LIMIT_FAILED_KEYS: '1000000',
};

export async function serveSmallStore(t: Lifetime, options: ServeOptions = {}): Promise<Served> {
  const { env = {}, staffAddress = false, databaseUrl = null } = options;
  const dataDir = temporaryFolder(t);
  createMasterKeyFile(dataDir);
  const masterKey = readMasterKey(dataDir, undefined);
  const store = await createStore({ dataDir, databaseUrl });
  cleanUp(t, () => store.close());
  const clock = () => Date.now();
  const context: Context = { store, clock, newId: () => uuidV7(clock()) };
  const people = await foundPeople(context, masterKey);
  const staffPort = staffAddress ? holdPort().port : null;
  const own = staffPort === null ? {} : { RF_STAFF_ADDRESS: `127.0.0.1:${staffPort}` };
  const server = await startInProcess(t, {
    ...{ dataDir, demo: false },
    env: { ...NO_LIMITS, ...own, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }), ...env },
  });
  return {
    ...{ context, dataDir, masterKey, server, ...people },
    client: await consoleClient(server.url, t),
    staffClient: staffPort === null ? null : await consoleClient(`http://127.0.0.1:${staffPort}`, t),
    sessionOf: (person, age) => writeSession(context, masterKey, server.url, person, age),
  };
}

async function foundPeople(
  context: Context,
  masterKey: MasterKey,
): Promise<Pick<Served, 'staff' | 'members'>> {
  const { store } = context;
  const { operator } = await initialise(context, masterKey, { operator: 'Olga' });
  const staff: Partial<Served['staff']> = {};
  for (const role of STAFF_ROLES) {
    const { actor, token } = await enrol(context, operator, { name: `only ${role}`, roles: [role] });
    staff[role] = { ...actor, token, actingAs: `staff/${actor.id}` };
  }
  const reason = 'A test.';
  await store.transaction((writes) =>
    writes
      .insertInto('founding')
      .values({
        seq: 2,
        state: 'in_force',
        since: context.clock(),
        set_by: 'service',
        effective_at: null,
        reason,
      })
      .execute(),
  );
  const members: Partial<Served['members']> = {};
  for (const name of ['Acorn', 'Birch'] as const) {
    const wanted = { name, tier: 'ENTERPRISE' } as const;
    const { claim } = await createWorkspace(context, operator, masterKey, wanted);
    const { member: admin } = await claimWorkspace(context, masterKey, { code: claim.code, name: 'Ada' });
    const held: Partial<Record<MemberRole, Person>> = {};
    for (const role of MEMBER_ROLES) {
      const person = { name: `only ${role}`, role };
      const { id, token } = await addMember(context, admin, person);
      held[role] = { id, token, name: person.name, actingAs: `members/${id}` };
    }
    members[name] = held as Record<MemberRole, Person>;
  }
  return { staff: staff as Served['staff'], members: members as Served['members'] };
}

/** The Cookie header of a session of this person, who gets a sign-in if they have none yet. */
export async function writeSession(
  context: Context,
  masterKey: MasterKey,
  baseUrl: string,
  person: Pick<Person, 'id' | 'name' | 'actingAs'>,
  { signedIn = 0, idle = 0 }: SessionAge = {},
): Promise<string> {
  const { actingAs } = person;
  const { clock, newId, store } = context;
  const now = clock();
  const user_id = (await findUser(context, person)) ?? (await addUser(context, person));
  const token = randomBytes(24).toString('base64url');
  await store.transaction((writes) =>
    writes
      .insertInto('user_sessions')
      .values({
        ...{ id: newId(), user_id, token, acting_as: actingAs, ip_address: null, user_agent: null },
        created_at: now - signedIn,
        updated_at: now - idle,
        // The limits of the settings end it earlier.
        expires_at: now + 365 * DAY,
      })
      .execute(),
  );
  const signature = createHmac('sha256', sessionSecret(masterKey)).update(token).digest('base64');
  return `${sessionCookieName(baseUrl)}=${encodeURIComponent(`${token}.${signature}`)}`;
}

async function findUser(
  { store: { db } }: Context,
  { id, actingAs }: Pick<Person, 'id' | 'actingAs'>,
): Promise<string | undefined> {
  const link = await (actingAs.startsWith('staff/')
    ? db.selectFrom('user_staff').select('user_id').where('staff_id', '=', id)
    : db.selectFrom('user_members').select('user_id').where('member_id', '=', id)
  ).executeTakeFirst();
  return link?.user_id;
}

async function addUser(
  { store, clock, newId }: Context,
  { id, name, actingAs }: Pick<Person, 'id' | 'name' | 'actingAs'>,
): Promise<string> {
  const now = clock();
  const user_id = newId();
  const flags = { email_verified: 1, image: null, two_factor_enabled: 0 };
  const link = { user_id, linked_at: now };
  await store.transaction(async (writes) => {
    await writes
      .insertInto('users')
      .values({
        ...{ id: user_id, email: `${id}@example.com`, name, ...flags },
        ...{ created_at: now, updated_at: now },
      })
      .execute();
    await (actingAs.startsWith('staff/')
      ? writes.insertInto('user_staff').values({ staff_id: id, ...link })
      : writes.insertInto('user_members').values({ member_id: id, ...link })
    ).execute();
  });
  return user_id;
}

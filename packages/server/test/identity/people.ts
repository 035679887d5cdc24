// People who sign in, for tests: an operator, a reviewer and a Contract Admin, and browsers that keep their cookies.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Member } from '@rf-indicators/core/accounts/members';
import { SERVER_KINDS } from '@rf-indicators/core/accounts/sign-in-servers';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { Actor } from '@rf-indicators/core/context/actor';
import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { claimSignIn, confirmMemberClaim, confirmSignIn } from '@rf-indicators/core/identity/claims';
import {
  inviteMemberAgain,
  inviteStaffToSignIn,
  listInvitations,
} from '@rf-indicators/core/identity/invitations';
import { type MasterKey, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import type { StoreKind } from '@rf-indicators/core/store/store';
import { actServicesOf } from '../../../../test/support/act-services.ts';
import { CHEAP_COST } from '../../../../test/support/cheap-passwords.ts';
import { person } from '../../../../test/support/desk-fixture.ts';
import { emptyStore } from '../../../../test/support/stores.ts';
import { TEST_MASTER_KEY } from '../../../../test/support/templates.ts';
import { claimed } from '../../../../test/support/workspace-fixture.ts';
import { createIdentity, type Identity } from '../../src/identity/handler.ts';
import type { IdentityResponse } from '../../src/identity/messages.ts';
import { configuredServers, type IdentitySettings } from '../../src/identity/settings.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const BASE_URL = 'http://localhost:8080';
export const PASSWORD = 'marmalade tractor violet';

export interface People {
  desk: Context & { now: number };
  masterKey: MasterKey;
  operator: Actor;
  reviewer: Actor;
  ada: Member;
  identity: Identity;
  settings: IdentitySettings;
}

/** better-auth reads the clock of the machine, so the desk's clock runs with it, ahead by what a test says. */
export async function people(
  kind: StoreKind,
  t: TestContext,
  settings: Partial<IdentitySettings> = {},
): Promise<People & { ahead(ms: number): void }> {
  const store = await emptyStore(kind, t);
  let ahead = 0;
  const clock = () => Date.now() + ahead;
  const desk = { store, clock, newId: () => uuidV7(clock()), now: 0 };
  const operator = await person(desk, 'olga', 'operator');
  const reviewer = await person(desk, 'rita', 'reviewer');
  await store.transaction((writes) =>
    writes
      .insertInto('founding')
      .values({
        seq: 1,
        state: 'in_force',
        since: 0,
        set_by: 'service',
        effective_at: null,
        reason: 'A test.',
      })
      .execute(),
  );
  // That of the store.
  const masterKey = readMasterKey('', TEST_MASTER_KEY);
  const { member: ada } = await claimed({ desk, masterKey, operator });
  const all: IdentitySettings = {
    baseUrl: BASE_URL,
    siteName: 'RF Risk Indicators',
    limits: {
      staff: { idleMs: 30 * MINUTE, absoluteMs: 12 * HOUR },
      members: { idleMs: 12 * HOUR, absoluteMs: 30 * DAY },
    },
    oidc: null,
    mail: null,
    passwordCost: CHEAP_COST,
    ...settings,
  };
  const identity = createIdentity(desk, masterKey, all);
  return {
    ...{ desk, masterKey, operator, reviewer, ada, identity, settings: all },
    ahead: (ms) => {
      ahead += ms;
    },
  };
}

/** Ada signs in as ada@example.com, whose claim she confirmed through a colleague; see the tests of invitations. */
export async function signUpMember(given: People, person = 'Ada', email = 'ada@example.com'): Promise<void> {
  const { desk, operator, reviewer, ada } = given;
  if (person !== 'Ada') {
    const { code } = await inviteMemberAgain(desk, ada, { person, email });
    const { check } = await claimSignIn(desk, { code, password: PASSWORD }, CHEAP_COST);
    return confirmMemberClaim(desk, ada, { person, check: check! });
  }
  const { code, id } = await desk.store.transaction(async (writes) => {
    const { beginRecovery } = await import('@rf-indicators/core/identity/invitations');
    const wanted = { workspace: ada.workspace.id, person, email };
    return beginRecovery(desk, writes, { requester: operator, approver: reviewer }, wanted);
  });
  const { check } = await claimSignIn(desk, { code, password: PASSWORD }, CHEAP_COST);
  await confirmSignIn(desk, reviewer, { invitation: id, check: check! });
}

/** The reviewer signs in as rita@example.com. */
export async function signUpStaff(given: People): Promise<void> {
  const { desk, operator, reviewer } = given;
  const second = await person(desk, 'otto', 'operator');
  const { code, id } = await inviteStaffToSignIn(desk, operator, {
    person: reviewer.name,
    email: 'rita@example.com',
  });
  const { check } = await claimSignIn(desk, { code, password: PASSWORD }, CHEAP_COST);
  await confirmSignIn(desk, second, { invitation: id, check: check! });
}

export interface Answer {
  status: number;
  /** The code of a problem. */
  code: string | null;
  detail: string | undefined;
  headers: string[];
  // biome-ignore lint/suspicious/noExplicitAny: whatever the operation answers
  body: any;
}

export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #identity: Identity;
  readonly address: string;
  origin: string | undefined = BASE_URL;

  constructor({ identity }: Pick<People, 'identity'>, address = '192.0.2.1') {
    this.#identity = identity;
    this.address = address;
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async send(method: string, path: string, body: Record<string, unknown> | null = null): Promise<Answer> {
    const response = await this.#identity.handle({
      method,
      url: `/api/auth${path}`,
      headers: { cookie: this.cookie || undefined, origin: this.origin, userAgent: 'a test' },
      body,
      address: this.address,
    });
    this.#keepCookies(response);
    if ('problem' in response) {
      const { code, detail } = response.problem;
      return { status: 0, code, detail, headers: response.headers, body: response.problem };
    }
    const { status, headers, body: text } = response;
    return { status, code: null, detail: undefined, headers, body: text === null ? null : JSON.parse(text) };
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  post(path: string, body: Record<string, unknown> = {}): Promise<Answer> {
    return this.send('POST', path, body);
  }

  async signIn(email: string, password = PASSWORD): Promise<Answer> {
    return this.post('/sign-in/email', { email, password });
  }

  #keepCookies({ headers }: IdentityResponse): void {
    for (const [at, name] of headers.entries()) {
      if (at % 2 === 1 || name !== 'set-cookie') continue;
      const [pair = '', ...attributes] = headers[at + 1]!.split('; ');
      const equals = pair.indexOf('=');
      const isGone = attributes.some((attribute) => /^max-age=0$/i.test(attribute));
      if (isGone) this.cookies.delete(pair.slice(0, equals));
      else this.cookies.set(pair.slice(0, equals), pair.slice(equals + 1));
    }
  }
}

export function assertOk(answer: Answer): Answer {
  assert.equal(answer.code, null, JSON.stringify(answer.body));
  return answer;
}

/** Two people confirm the mail server and the provider of the settings. */
export async function confirmServers({
  desk,
  masterKey,
  operator,
  reviewer,
  settings,
}: People): Promise<void> {
  const services = actServicesOf(desk, () => masterKey);
  const servers = configuredServers(settings);
  for (const kind of SERVER_KINDS) {
    const server = servers[kind];
    if (server === null) continue;
    const wanted = { kind, ...server };
    const { request } = await performAct(services, { kind: 'staff', actor: operator }, 'servers.set', wanted);
    await performAct(services, { kind: 'staff', actor: reviewer }, 'requests.approve', { request: request! });
  }
}

/** The operator, who neither began nor saw it, confirms what waits with the check number. */
export async function confirmWaiting({ desk, operator }: People, check: string): Promise<void> {
  const [waiting] = (await listInvitations(desk)).filter(({ claimed_at }) => claimed_at !== null);
  await confirmSignIn(desk, operator, { invitation: waiting!.id, check });
}

/** Adds a passkey to the account of the person who is signed in. */
export async function addPasskey(browser: Browser): Promise<SoftwareAuthenticator> {
  const device = new SoftwareAuthenticator();
  const { challenge } = assertOk(await browser.get('/passkey/generate-register-options')).body;
  const response = device.register(challenge, BASE_URL);
  assertOk(await browser.post('/passkey/verify-registration', { response, name: 'A key' }));
  return device;
}

export async function withPasskey(browser: Browser, device: SoftwareAuthenticator): Promise<void> {
  const { challenge } = assertOk(await browser.get('/passkey/generate-authenticate-options')).body;
  const response = device.authenticate(challenge, BASE_URL);
  assertOk(await browser.post('/passkey/verify-authentication', { response }));
}

/** The last day on which the reviewer was noted as present, after `use`; before it, the note is of a day long ago. */
export async function dayNotedBy(
  { desk, reviewer }: People,
  use: () => Promise<unknown>,
): Promise<string | undefined> {
  await desk.store.transaction((writes) =>
    writes.updateTable('staff_attendance').set({ last_day: '2026-01-01' }).execute(),
  );
  await use();
  const row = await desk.store.db
    .selectFrom('staff_attendance')
    .select('last_day')
    .where('staff_id', '=', reviewer.id)
    .executeTakeFirst();
  return row?.last_day;
}

// The role matrix over HTTP: every act for every role, by token and by session, in the own and in another workspace, at
// the public address and at that of staff. What is expected is worked out from the table of acts alone.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  ACT_NAMES,
  ACTS,
  type Act,
  type ActName,
  MEMBER_ROLES,
  STAFF_ROLES,
} from '@rf-indicators/contract/acts';
import { needsFreshSession } from '@rf-indicators/contract/console';
import { cases } from '../../../../test/support/counts.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import type { ConsoleClient, Credentials } from './client.ts';
import { MINUTE, type Person, type Served, serveSmallStore } from './served.ts';

/** Whoever passes the check of the role is refused for the input, so no act is performed. */
const NOT_AN_INPUT = { not_an_input: 1 };

type Means = 'token' | 'session';
interface Asking {
  kind: 'staff' | 'member';
  role: string;
  means: Means;
  who: Credentials;
}

let served: Served;
let askings: Asking[];

before(async () => {
  served = await serveSmallStore(wholeFile, { staffAddress: true, env: { RF_WEBHOOK_LOOPBACK: 'yes' } });
  askings = [];
  for (const role of STAFF_ROLES) askings.push(...(await asking('staff', role, served.staff[role])));
  for (const role of MEMBER_ROLES)
    askings.push(...(await asking('member', role, served.members.Acorn[role])));
});

async function asking(kind: Asking['kind'], role: string, person: Person): Promise<Asking[]> {
  return [
    { kind, role, means: 'token', who: { token: person.token } },
    { kind, role, means: 'session', who: { cookie: await served.sessionOf(person) } },
  ];
}

/** The code of the problem, or "allowed" if the input was read. */
async function outcome(client: ConsoleClient, name: ActName, who: Credentials): Promise<string> {
  const { status, json } = await client.act(name, NOT_AN_INPUT, who);
  return status === 422 || (status === 400 && json.code === 'invalid_parameter') ? 'allowed' : json.code;
}

/** Of all acts, four at a time: more of those that take long would be told to come back. */
async function outcomes(client: ConsoleClient, who: Credentials): Promise<string[]> {
  const found: string[] = [];
  for (let at = 0; at < ACT_NAMES.length; at += 4) {
    const some = ACT_NAMES.slice(at, at + 4);
    found.push(...(await Promise.all(some.map((name) => outcome(client, name, who)))));
  }
  return found;
}

function expected(name: ActName, kind: string, role: string): string {
  const { who }: Act = ACTS[name];
  if (who.anyone !== undefined) return 'allowed';
  const roles: readonly string[] = (kind === 'staff' ? who.staff : who.member) ?? [];
  return roles.includes(role) ? 'allowed' : 'insufficient_role';
}

async function differences(
  client: ConsoleClient,
  asked: readonly Asking[],
  wanted: (name: ActName, asked: Asking) => string,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const one of asked) {
    const found = await outcomes(client, one.who);
    for (const [at, name] of ACT_NAMES.entries()) {
      if (found[at] !== wanted(name, one))
        wrong.push(`${name}: ${one.kind} ${one.role} by ${one.means} got ${found[at]}`);
    }
  }
  return wrong;
}

test('at the address of staff, every act allows the roles of its entry and refuses all others', async () => {
  // Members are also asked for at the public address, where they are every time.
  const asked = cases(
    askings.filter(({ kind }) => kind === 'staff'),
    askings,
  );
  const wanted = (name: ActName, { kind, role }: Asking) => expected(name, kind, role);
  assert.deepEqual(await differences(served.staffClient!, asked, wanted), []);
});

test('at the public address, members can do the same, and staff nothing', async () => {
  const wanted = (name: ActName, { kind, role }: Asking) =>
    kind === 'staff' && (ACTS[name] as Act).who.anyone === undefined
      ? 'insufficient_role'
      : expected(name, kind, role);
  assert.deepEqual(await differences(served.client, askings, wanted), []);
});

test('nobody gets past sign-in, except to what anyone may do', async () => {
  for (const [client, isPublic] of [
    [served.client, true],
    [served.staffClient!, false],
  ] as const) {
    const found = await outcomes(client, {});
    const wanted = ACT_NAMES.map((name) => {
      const { who }: Act = ACTS[name];
      if (who.anyone !== undefined) return 'allowed';
      // Acts of staff are refused at the public address whoever asks.
      return isPublic && who.member === undefined ? 'insufficient_role' : 'not_signed_in';
    });
    assert.deepEqual(
      ACT_NAMES.map((name, at) => `${name} ${found[at]}`),
      ACT_NAMES.map((name, at) => `${name} ${wanted[at]}`),
    );
  }
});

const LONG_AGO = '1970-01-01T00:00:00Z';

/** Acts that name the workspace they are about. */
const OF_A_WORKSPACE = ACT_NAMES.filter((name) => {
  const { who, input }: Act = ACTS[name];
  return who.member !== undefined && 'workspace' in input.properties;
});

test('a member reads their own workspace and not another, by token and by session', async () => {
  assert.ok(OF_A_WORKSPACE.length >= 8, OF_A_WORKSPACE.join());
  for (const { kind, role, means, who } of askings) {
    if (kind !== 'member') continue;
    for (const name of OF_A_WORKSPACE) {
      const required: readonly string[] = ACTS[name].input.required ?? [];
      const properties = ACTS[name].input.properties as Record<string, { format?: string }>;
      const given = Object.fromEntries(
        required.map((member) => [member, properties[member]!.format === 'date-time' ? LONG_AGO : 'x']),
      );
      const own = await served.client.act(name, { ...given, workspace: 'Acorn' }, who);
      assert.notEqual(own.json.code, 'insufficient_role', `${name} ${role} ${means}`);
      const other = await served.client.act(name, { ...given, workspace: 'Birch' }, who);
      assert.equal(other.json.code, 'insufficient_role', `${name} ${role} ${means}`);
      assert.match(other.json.detail, /cannot read other workspaces/);
    }
  }
});

test('what belongs to another workspace is not found, however it is named', async () => {
  const { Acorn, Birch } = served.members;
  const theirs = { token: Birch.contract_admin.token };
  const { json: endpoint } = await served.client.act('webhooks.add', { url: 'http://127.0.0.1:1/' }, theirs);
  for (const means of ['token', 'session'] as const) {
    const who =
      means === 'token'
        ? { token: Acorn.contract_admin.token }
        : { cookie: await served.sessionOf(Acorn.contract_admin) };
    const tries = [
      served.client.act('webhooks.disable', { endpoint: endpoint.id }, who),
      served.client.act('members.remove', { person: Birch.viewer.id }, who),
      served.client.act('members.issue_token', { person: Birch.viewer.id }, who),
      served.client.act('keys.revoke', { key: 'rf_live_000000' }, who),
    ];
    for (const { status, json } of await Promise.all(tries))
      assert.deepEqual([status, json.code], [404, 'not_found']);
  }
});

test('an old session performs an act only if it shows no secret, publishes nothing and is no vote', async () => {
  const client = served.staffClient!;
  const age = { signedIn: 10 * MINUTE, idle: 0 };
  const people: [kind: string, role: string, Person][] = [
    ...STAFF_ROLES.map((role) => ['staff', role, served.staff[role]] as [string, string, Person]),
    ...MEMBER_ROLES.map((role) => ['member', role, served.members.Acorn[role]] as [string, string, Person]),
  ];
  let asked = 0;
  for (const [kind, role, person] of people) {
    const cookie = await served.sessionOf(person, age);
    for (const name of ACT_NAMES) {
      const entry: Act = ACTS[name];
      if (entry.who.anyone !== undefined || expected(name, kind, role) !== 'allowed') continue;
      const isFresh = needsFreshSession(entry);
      const { secrets, publishes = false, bySession = false } = entry;
      assert.equal(isFresh, secrets !== undefined || publishes || bySession);
      const wanted = isFresh ? 'sign_in_again' : 'allowed';
      assert.equal(await outcome(client, name, { cookie }), wanted, `${name} ${role}`);
      if (isFresh) asked += 1;
    }
  }
  assert.ok(asked > 20, String(asked));
});

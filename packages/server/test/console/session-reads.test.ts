// What signed-in members read of published data: the bytes of the API, for sessions alone, within the hour of their tier.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SESSION_READS } from '@rf-indicators/contract/console';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { addMember, type Member, removeMember } from '@rf-indicators/core/accounts/members';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { startApi } from '../../../../test/support/api.ts';
import { cases } from '../../../../test/support/counts.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { enrol } from '../../../../test/support/staff.ts';
import { customer, officeOf } from '../http/customers.ts';
import { consoleClient } from './client.ts';
import { writeSession } from './served.ts';

const READER = '/api/console/v1/reader';

const api = await startApi(wholeFile, { env: { RF_LIMIT_CONSOLE_PER_ADDRESS: '1000000' } });
const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);
const { desk, masterKey, operator, reviewer } = office;
const client = await consoleClient(api.url, wholeFile);

function sessionOf({ id, name }: Pick<Member, 'id' | 'name'>): Promise<string> {
  return writeSession(desk, masterKey, api.url, { id, name, actingAs: `members/${id}` });
}

const read = (path: string, cookie?: string, headers: Record<string, string> = {}) =>
  client.call('GET', path, { cookie, headers });

async function outcome(path: string, cookie?: string): Promise<[number, string | undefined]> {
  const { status, json } = await read(path, cookie);
  return [status, json?.code];
}

const { json: scores } = await api.get('/api/public/scores');
const { slug, verification_id } = scores.data[0];
const SCORE = `/api/console/v1/scores/${slug}`;
const PACKAGE = `/api/console/v1/computation/${verification_id}`;
const ISSUANCES = '/api/console/v1/issuances';

test('every read answers with the bytes of its operation, and says when a kept copy still holds', async () => {
  const cookie = await sessionOf(await customer(office, 'ENTERPRISE'));
  for (const { operation, path } of SESSION_READS) {
    const filled = (given: string) => given.replace('{providerId}', slug).replace('{id}', verification_id);
    const query = operation.id === 'getScorePeers' ? '?limit=2' : '';
    const [own, keyed] = [
      await read(filled(path) + query, cookie),
      await api.get(filled(operation.path) + query, api.keys.ENTERPRISE),
    ];
    assert.deepEqual([own.status, keyed.status], [200, 200], operation.id);
    assert.equal(own.text, keyed.text, operation.id);
    assert.equal(own.headers.etag, keyed.headers.etag);
    const again = await read(filled(path) + query, cookie, { 'if-none-match': own.headers.etag! });
    assert.equal(again.status, 304, operation.id);
  }
  assert.deepEqual(await outcome(`${SCORE}?as_off=2026-01-01`, cookie), [400, 'invalid_parameter']);
  assert.deepEqual(await outcome('/api/console/v1/scores/nobody', cookie), [404, 'provider_not_found']);
});

test('tokens and keys are refused, and told what programs use', async () => {
  const ada = await customer(office, 'ENTERPRISE');
  const cookie = await sessionOf(ada);
  const { token } = await addMember(desk, ada, { name: 'Bo', role: 'viewer' });
  const staff = await enrol(desk, operator, { name: 'An operator', roles: ['operator'] }, reviewer);
  for (const path of [READER, SCORE, PACKAGE]) {
    const refused = [
      await client.call('GET', path, { token }),
      await client.call('GET', path, { token: staff.token }),
      // Also beside a session that may read it.
      await client.call('GET', path, { token, cookie }),
      await read(path, undefined, { 'x-api-key': api.keys.ENTERPRISE }),
    ];
    for (const { status, json } of refused) {
      assert.deepEqual([status, json.code], [401, 'not_signed_in']);
      assert.match(json.detail, /\/api\/v1, with an API key/);
    }
  }
});

/** A workspace whose Contract Admin has accepted nothing. */
async function withoutTerms(name = 'Undecided'): Promise<Member> {
  const wanted = { name, tier: 'ENTERPRISE' } as const;
  const { claim } = await createWorkspace(desk, operator, masterKey, wanted);
  return (await claimWorkspace(desk, masterKey, { code: claim.code, name: 'Cleo' })).member;
}

test('each refusal says what is missing and what to do', async () => {
  const professional = await sessionOf(await customer(office, 'PROFESSIONAL'));
  const free = await sessionOf(await customer(office, 'FREE'));
  const custom = await sessionOf(await customer(office, 'CUSTOM', ['methodology']));
  const undecided = await sessionOf(await withoutTerms());
  const { actor } = await enrol(desk, operator, { name: 'A reviewer', roles: ['reviewer'] }, reviewer);
  const staff = await writeSession(desk, masterKey, api.url, { ...actor, actingAs: `staff/${actor.id}` });

  assert.deepEqual(await outcome(SCORE), [401, 'not_signed_in']);
  assert.deepEqual(await outcome(SCORE, 'rf.session_token=made.up'), [401, 'not_signed_in']);
  assert.deepEqual(await outcome(SCORE, professional), [200, undefined]);
  assert.deepEqual(await outcome(SCORE, undecided), [403, 'terms_not_accepted']);
  assert.deepEqual(await outcome(ISSUANCES, undecided), [403, 'terms_not_accepted']);
  assert.deepEqual(await outcome(SCORE, staff), [403, 'insufficient_role']);
  assert.deepEqual(await outcome(ISSUANCES, free), [200, undefined]);
  assert.deepEqual(await outcome('/api/console/v1/methodology', custom), [200, undefined]);
  assert.deepEqual(await outcome(SCORE, custom), [403, 'insufficient_tier']);
  const refused = async (path: string, cookie: string) => {
    const { json } = await read(path, cookie);
    return [json.code, json.required_tier, json.workspace_tier, /\/access/.test(json.detail)];
  };
  assert.deepEqual(await refused(SCORE, free), ['insufficient_tier', 'PROFESSIONAL', 'FREE', true]);
  assert.deepEqual(await refused(PACKAGE, professional), [
    ...['insufficient_tier', 'ENTERPRISE', 'PROFESSIONAL', true],
  ]);

  const told = async (cookie?: string) => {
    const { status, json } = await read(READER, cookie);
    assert.equal(status, 200);
    return [json.signed_in, json.tier, json.may_read.join(' '), json.refusal?.code ?? null];
  };
  assert.deepEqual(await told(), [false, null, '', null]);
  assert.deepEqual(await told(professional), [true, 'PROFESSIONAL', 'scores methodology', null]);
  assert.deepEqual(await told(free), [true, 'FREE', '', 'insufficient_tier']);
  assert.deepEqual(await told(custom), [true, 'CUSTOM', 'methodology', 'insufficient_tier']);
  assert.deepEqual(await told(undecided), [true, 'ENTERPRISE', '', 'terms_not_accepted']);
  assert.deepEqual(await told(staff), [true, null, '', 'insufficient_role']);
});

test('a page learns who its reader is, and nothing is stored of the answer', async () => {
  const { actor } = await enrol(desk, operator, { name: 'A colleague', roles: ['analyst'] }, reviewer);
  const staff = await writeSession(desk, masterKey, api.url, { ...actor, actingAs: `staff/${actor.id}` });
  const known = async (cookie?: string) => {
    const { headers, json } = await read(READER, cookie);
    assert.equal(headers['cache-control'], 'no-store');
    return [json.name, json.workspace, json.roles];
  };
  assert.deepEqual(await known(), [null, null, []]);
  assert.deepEqual(await known(staff), ['A colleague', null, ['analyst']]);
  const admin = await withoutTerms('Named');
  assert.deepEqual(await known(await sessionOf(admin)), [admin.name, 'Named', ['contract_admin']]);
});

test('a person has the hour of the tier, and others of the workspace have their own', async () => {
  const [tier, path, limit] = cases(
    ['FREE', ISSUANCES, 100] as const,
    ['PROFESSIONAL', SCORE, 1000] as const,
  );
  const ada = await customer(office, tier);
  const cookie = await sessionOf(ada);
  // Refusals and the question who reads do not count.
  await read(PACKAGE, cookie);
  await read(READER, cookie);
  for (let at = 0; at < limit; at += 1) {
    const { status, headers } = await read(path, cookie);
    assert.equal(status, 200);
    assert.equal(headers['x-ratelimit-remaining'], String(limit - at - 1));
  }
  const over = await read(path, cookie);
  assert.deepEqual([over.status, over.json.code], [429, 'rate_limit_exceeded']);
  assert.ok(Number(over.headers['retry-after']) > 0);
  // Another session of the same person changes nothing.
  assert.equal((await read(path, await sessionOf(ada))).status, 429);
  const { id } = await addMember(desk, ada, { name: 'Bo', role: 'viewer' });
  assert.equal((await read(path, await sessionOf({ id, name: 'Bo' }))).status, 200);
});

test('somebody who was removed reads nothing more', async () => {
  const ada = await customer(office, 'PROFESSIONAL');
  const { id } = await addMember(desk, ada, { name: 'Bo', role: 'viewer' });
  const cookie = await sessionOf({ id, name: 'Bo' });
  assert.deepEqual(await outcome(SCORE, cookie), [200, undefined]);
  await removeMember(desk, ada, id);
  assert.deepEqual(await outcome(SCORE, cookie), [401, 'not_signed_in']);
});

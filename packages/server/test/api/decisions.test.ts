// Decisions over HTTP: what a call gets, what it costs, what is kept of it, and what a bundle decides.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeptDecisions, ScoreRow, SignedBundle, SignedDecisions } from '@rf-indicators/contract';
import { testFindings } from '@rf-indicators/contract/policy-findings';
import type { Member } from '@rf-indicators/core/accounts/members';
import { bookProviders } from '@rf-indicators/core/books/policy-scope';
import { civilDate } from '@rf-indicators/core/context/times';
import { type EvaluationContext, evaluate } from '@rf-indicators/core/decisions/evaluate';
import { forgetDecisions } from '@rf-indicators/core/decisions/forget';
import { readSigned } from '@rf-indicators/core/decisions/keep';
import { Snapshots } from '@rf-indicators/core/decisions/snapshots';
import { testPolicy } from '@rf-indicators/core/decisions/test-policy';
import { runDaily } from '@rf-indicators/core/desk/publication/daily-run';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { currentSigner } from '@rf-indicators/core/log/current-signer';
import { askForActivation } from '@rf-indicators/core/policies/activation';
import { savePolicy, setShadow } from '@rf-indicators/core/policies/drafts';
import {
  checkFormatted,
  decide,
  type Policy,
  type PolicySnapshot,
  parseVerifierKey,
  policyDigest,
  replayDecisions,
  requestDigest,
} from '@rf-indicators/engine';
import { startApi } from '../../../../test/support/api.ts';
import { someOf } from '../../../../test/support/counts.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { until } from '../../../../test/support/until.ts';
import { customer, issue, officeOf } from '../http/customers.ts';

const DAY = 86_400_000;
const api = await startApi(wholeFile);
const office = await officeOf({ dataDir: api.dataDir, databaseUrl: null }, wholeFile);
// The demo of tests ends some days ago, and what was not verified since then is at best reviewed.
const publisher = { masterKey: office.masterKey, policy: DEFAULT_POLICY, checkpointFile: null };
assert.notEqual(await runDaily(office.desk, publisher, true), null);
const readBook = bookProviders(office.desk.store.db, () => office.masterKey);
const ada = await customer(office, 'PROFESSIONAL');
const { key } = await issue(office, ada);
let rows: ScoreRow[] = [];
await until('the run is served', async () => {
  rows = (await api.get('/api/v1/scores', api.keys.PROFESSIONAL)).json.data;
  return rows.some(({ score_verified_at }) => Date.parse(score_verified_at) > Date.now() - 3_600_000);
});
const ids = rows.map(({ id }) => id);

const POLICY: Policy = {
  format: 'rf-policy-1',
  name: 'lender',
  version: 1,
  scope: 'all',
  frameworks: [...new Set(rows.map(({ framework_version }) => framework_version))],
  verified_within_hours: 48,
  valid_minutes: 15,
  rules: [
    {
      id: 'high',
      decision: 'BLOCK',
      sentence: 'The band is high risk.',
      when: { value: 'band', is: 'equal_to', to: 'HIGH' },
    },
    {
      id: 'fell',
      decision: 'REVIEW',
      sentence: 'The score fell within 90 days.',
      when: { value: 'change', within_days: 90, is: 'below', to: '-1.00' },
    },
  ],
  exceptions: [],
};
await activate(ada, POLICY);

let nonces = 0;
const call = async (more: object = {}, headers: Record<string, string> = {}) => {
  nonces += 1;
  const body = { policy: 'lender', providers: ids, nonce: `nonce-of-the-test-${nonces}`, ...more };
  const answer = await api.call('POST', '/api/v1/evaluate', { key, body, headers });
  return { ...answer, body };
};
const pinned = await parseVerifierKey((await api.get('/api/public/keys')).json.data.at(-1).public_key);
const mine = (found: SignedDecisions, id: string) =>
  found.document.providers.find(({ provider }) => provider === id)!;

test('a call is decided by the active version, and the signed document says how', async () => {
  const { status, json, body } = await call({ reference: 'order 7' });
  assert.equal(status, 200);
  const { document, signature }: SignedDecisions = json;
  assert.equal(await checkFormatted(document, signature, [pinned]), 'valid');
  assert.equal(
    document.request_digest,
    await requestDigest({ ...body, exposure: 'new', at: null, reference: 'order 7' }),
  );
  assert.deepEqual(document.policy, { name: 'lender', version: 1, digest: await policyDigest(POLICY) });
  assert.deepEqual(
    document.providers.map(({ provider }) => provider),
    ids,
  );
  for (const row of rows) {
    const decided = mine(json, row.id);
    assert.equal(decided.verification_id, row.verification_id);
    assert.equal(decided.saw.band, row.risk_band);
    if (row.risk_band === 'HIGH') assert.equal(decided.decision, 'BLOCK');
    if (row.stale) assert.notEqual(decided.decision, 'ALLOW');
  }
  const counted = new Set(document.providers.map(({ decision }) => decision));
  assert.deepEqual([...counted].sort(), ['ALLOW', 'BLOCK', 'REVIEW'], 'the demo has all three');
  const life = Date.parse(document.valid_until) - Date.parse(document.issued_at);
  assert.ok(life > 0 && life <= 15 * 60_000);
});

test('what is not known is blocked', async () => {
  const { json } = await call({ providers: ['nobody', '0'.repeat(64), rows[0]!.slug] });
  assert.deepEqual(
    json.document.providers.map(({ decision, decided_by }: { decision: string; decided_by: string }) => [
      decision,
      decided_by,
    ]),
    [
      ['BLOCK', 'rf:unknown'],
      ['BLOCK', 'rf:unknown'],
      ['BLOCK', 'rf:unknown'],
    ],
    'a slug is no id',
  );
});

test('the kept call gives the same decisions again, offline', async () => {
  const { json } = await call({ providers: ids.slice(0, 5) });
  const id = json.document.decision_id;
  const kept: KeptDecisions = (await api.get(`/api/v1/decisions/${id}`, key)).json;
  assert.deepEqual({ document: kept.document, signature: kept.signature }, json);
  const report = await replayDecisions(kept as unknown as Parameters<typeof replayDecisions>[0]);
  assert.equal(report.fault, null, JSON.stringify(report.checks));
  const stranger = await issue(office, await customer(office, 'PROFESSIONAL'));
  assert.equal((await api.get(`/api/v1/decisions/${id}`, stranger.key)).status, 404);
});

test('a hypothetical decision is never valid, and sees what was published then', async () => {
  const { json } = await call({ at: '2026-05-01T00:00:00Z' });
  assert.equal(json.document.hypothetical, true);
  assert.equal(json.document.valid_until, json.document.issued_at);
  const then: ScoreRow[] = (await api.get('/api/v1/scores?as_of=2026-05-01T00:00:00Z', key)).json.data;
  for (const { id, verification_id } of then.filter((row) => ids.includes(row.id)))
    assert.equal(mine(json, id).verification_id, verification_id);
});

test('an Idempotency-Key gives the first document again, and refuses another call', async () => {
  const headers = { 'idempotency-key': 'order-8' };
  const body = { policy: 'lender', providers: ids.slice(0, 2), nonce: 'one-nonce-for-both' };
  const first = await api.call('POST', '/api/v1/evaluate', { key, body, headers });
  const again = await api.call('POST', '/api/v1/evaluate', { key, body, headers });
  assert.deepEqual(again.json, first.json);
  const other = await api.call('POST', '/api/v1/evaluate', {
    key,
    body: { ...body, nonce: 'another-nonce-of-it' },
    headers,
  });
  assert.equal(other.status, 409);
});

test('every hundred providers take a place of the hour, all of them or none', async () => {
  const slow = await issue(office, ada, { hourly_limit: 5 });
  const many = (count: number) => Array.from({ length: count }, (_, at) => `nobody-${at}`);
  const ask = async (providers: readonly string[]) => {
    nonces += 1;
    const body = { policy: 'lender', providers, nonce: `nonce-of-the-test-${nonces}` };
    const { status, headers } = await api.call('POST', '/api/v1/evaluate', { key: slow.key, body });
    return [status, headers['x-ratelimit-remaining']];
  };
  assert.deepEqual(await ask(many(101)), [200, '3']);
  assert.deepEqual(await ask(many(400)), [429, '3'], 'none of the four');
  assert.deepEqual(await ask(many(300)), [200, '0']);
  assert.equal((await ask(many(1)))[0], 429);
  assert.equal((await ask(many(600)))[0], 429);
  const slower = await issue(office, ada, { hourly_limit: 5 });
  const body = { policy: 'lender', providers: many(600), nonce: 'too-many-for-the-hour' };
  assert.equal((await api.call('POST', '/api/v1/evaluate', { key: slower.key, body })).status, 422);
  const malformed = await api.call('POST', '/api/v1/evaluate', { key: slower.key, body: '{' });
  assert.equal(malformed.status, 400);
  const { headers } = await api.get('/api/v1/usage', slower.key);
  assert.equal(headers['x-ratelimit-remaining'], '2', 'a refused body takes one place each time');
});

test('bad calls are refused with what is wrong', async () => {
  assert.equal((await call({ policy: 'nothing' })).status, 404);
  assert.equal((await call({ policy: 'a'.repeat(64) })).status, 404);
  for (const wrong of [
    { nonce: 'short' },
    { providers: [] },
    { providers: ['a', 'a'] },
    { exposure: 'old' },
    { at: '2026-02-30T00:00:00Z' },
    { at: '2026-02-03' },
    { reference: 'x'.repeat(65) },
    { policies: 'lender' },
  ]) {
    const { status, json } = await call(wrong);
    assert.equal(status, 422, JSON.stringify(wrong));
    assert.equal(json.errors.length, 1);
  }
  const free = await api.call('POST', '/api/v1/evaluate', { key: api.keys.FREE, body: {} });
  assert.equal(free.status, 403);
  const large = Buffer.alloc(257 * 1024, ' ');
  assert.equal((await api.call('POST', '/api/v1/evaluate', { key, body: large })).status, 413);
});

test('a bundle decides like the service, and stays the same until half of its time is over', async () => {
  const answer = await api.get('/api/v1/policies/lender/bundle', key);
  const { document, signature }: SignedBundle = answer.json;
  assert.equal(await checkFormatted(document, signature, [pinned]), 'valid');
  assert.equal(
    await checkFormatted({ ...document, format: 'rf-decisions-1' }, signature, [pinned]),
    'invalid',
  );
  const { json } = await call();
  for (const { snapshot } of document.providers) {
    const here = decide(document.policy as unknown as Policy, snapshot as unknown as PolicySnapshot, {
      at: json.document.issued_at,
      exposure: 'new',
    });
    const there = json.document.providers.find(
      ({ provider }: { provider: string }) => provider === snapshot.provider,
    );
    if (there === undefined) assert.equal(here.decision, 'BLOCK', 'withdrawn');
    else assert.equal(there.decision, here.decision);
  }
  const again = await api.get('/api/v1/policies/lender/bundle', key, {
    'if-none-match': answer.headers.etag as string,
  });
  assert.equal(again.status, 304);
  assert.equal((await api.get('/api/v1/policies/nothing/bundle', key)).status, 404);
});

test('a test on history decides as calls for those days do', async () => {
  const strict = {
    ...POLICY,
    rules: [{ ...POLICY.rules[0]!, when: { value: 'score', is: 'below', to: '60.00' } }],
  };
  await savePolicy(office.desk, ada, { document: strict });
  const now = Date.now();
  const tested = await testPolicy(
    office.desk.store.db,
    DEFAULT_POLICY,
    ada.workspace.id,
    { name: 'lender' },
    now,
    readBook,
  );
  assert.deepEqual([tested.version, tested.compared_with?.version], [2, 1]);
  const days = someOf(Array.from({ length: 180 }, (_, ago) => civilDate(now - ago * DAY)).slice(1), 12);
  const asked = tested.providers.map(({ id }) => id);
  let compared = 0;
  for (const day of days) {
    const { json } = await call({ providers: asked, at: `${day}T23:59:59Z` });
    for (const { id, compared: active } of tested.providers) {
      const period = active!.find(({ from, to }) => from <= day && day <= to);
      if (period === undefined) continue;
      const { decision, decided_by } = mine(json, id);
      assert.deepEqual([period.decision, period.decided_by], [decision, decided_by], `${id} on ${day}`);
      compared += 1;
    }
  }
  assert.equal(compared, days.length * asked.length);
  const live = await call({ providers: asked });
  assert.deepEqual(live.json.document.policy.version, 1, 'a draft decides nothing');
  const findings = testFindings(tested, (date) => date);
  assert.match(findings[0]!.title, /^Would have blocked .+ for \d+ days?$/);
});

test('a draft in the shadow is decided and logged with each call, and never returned', async () => {
  await setShadow(office.desk, ada, { name: 'lender' });
  const { json } = await call();
  const row = await office.desk.store.db
    .selectFrom('policy_decisions')
    .select('shadow')
    .where('id', '=', json.document.decision_id)
    .executeTakeFirstOrThrow();
  const [shadow] = JSON.parse(row.shadow!);
  assert.equal(shadow.version, 2);
  assert.equal(shadow.allowed + shadow.reviewed + shadow.blocked, ids.length);
  const other = shadow.others.find(({ decision }: { decision: string }) => decision === 'BLOCK');
  assert.ok(rows.find(({ id }) => id === other.provider)!.final_score < 60);
  assert.notEqual(mine(json, other.provider).decision, 'BLOCK');
});

test('what a workspace keeps stays within its room, and what nobody needs is forgotten', async () => {
  const bob = await customer(office, 'PROFESSIONAL');
  await activate(bob, POLICY);
  const context = {
    ...office.desk,
    snapshots: new Snapshots(office.desk.store.db, DEFAULT_POLICY),
    signer: () => currentSigner(office.desk.store.db, office.masterKey),
    ...{ room: 3000, bookProviders: readBook },
  };
  const first = await decideFor(context, bob, 'first');
  for (let at = 0; at < 5; at += 1) await decideFor(context, bob, `later-${at}`);
  const last = await decideFor(context, bob, 'last');
  const { db } = office.desk.store;
  assert.equal(await readSigned(db, bob.workspace.id, first.document.decision_id), null);
  assert.deepEqual(await readSigned(db, bob.workspace.id, last.document.decision_id), last);
  const room = () =>
    db
      .selectFrom('decision_room')
      .selectAll()
      .where('workspace_id', '=', bob.workspace.id)
      .executeTakeFirstOrThrow();
  assert.ok((await room()).bytes <= 3000 && (await room()).kept_since !== null);
  await forgetDecisions(office.desk.store, Date.now() + 402 * DAY);
  assert.equal(Number((await room()).bytes), 0);
  assert.deepEqual(await db.selectFrom('policy_snapshots').select('digest').execute(), []);
});

const decideFor = (context: EvaluationContext, { workspace }: Member, nonce: string) =>
  evaluate(context, {
    workspaceId: workspace.id,
    request: {
      ...{ policy: 'lender', providers: ids.slice(0, 1), nonce, exposure: 'new' },
      reference: null,
      at: null,
    },
    idempotencyKey: null,
  });

async function activate(member: Member, policy: Policy): Promise<void> {
  await savePolicy(office.desk, member, { document: policy as unknown as Record<string, unknown> });
  await askForActivation(office.desk, member, { name: policy.name });
}

// Decisions by policies: what a client accepts, what a failure counts as, and until when a decision serves.

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { type Policy, type PolicySnapshot, requestDigest } from '@rf-indicators/engine';
import { policyWith, rule, snapshotWith } from '../../engine/test/support/policies.ts';
import { InvalidArgumentError } from '../src/errors.ts';
import * as policies from '../src/policy/index.ts';
import { type EvaluateOptions, PolicyClient, type Question } from '../src/policy/index.ts';
import {
  Clocks,
  changing,
  type Fault,
  KEYS,
  PolicyService,
  problem,
  WORKSPACE,
} from './support/policy-service.ts';
import { withoutWaiting } from './support/waits.ts';

const NOW = '2026-06-15T12:00:00Z';
const POLICY: Policy = policyWith([rule('high', 'BLOCK', { value: 'band', is: 'equal_to', to: 'HIGH' })], {
  valid_minutes: 15,
});
const HIGH: PolicySnapshot = snapshotWith({
  ...{ provider: 'borealis', band: 'HIGH', score: '30.00' },
  history: [{ day: '2025-01-01', score: '30.00', band: 'HIGH' }],
});
const QUESTION: Question = { policy: 'treasury', providers: ['acme', 'borealis'] };

function world(t: TestContext, options: { clocks?: Clocks; maxRetries?: number } = {}) {
  const clocks = options.clocks ?? new Clocks(NOW);
  clocks.install(t);
  const service = new PolicyService(clocks, POLICY, [snapshotWith(), HIGH]);
  const client = new PolicyClient({
    ...{ baseUrl: 'https://indicators.example', apiKey: 'a-key', fetch: service.fetch },
    maxRetries: options.maxRetries ?? 0,
  });
  const ask = (more: Partial<Question> = {}, how: Partial<EvaluateOptions> = {}) =>
    client.evaluate({ ...QUESTION, ...more }, { keys: KEYS, ...how });
  return { clocks, service, client, ask };
}

test('the entry exports exactly these names', () => {
  assert.deepEqual(Object.keys(policies), ['PolicyClient']);
});

test('a decision says what decided, and comes with what was signed', async (t) => {
  const { ask, service } = world(t);
  const result = await ask({ exposure: 'existing', reference: 'order 7' }, { workspaceId: WORKSPACE });
  assert.deepEqual(
    [result.source, result.reason, result.error, result.hypothetical],
    ['service', null, null, false],
  );
  const acme = result.decisionOf('acme');
  assert.deepEqual([acme.source, acme.decision], ['service', 'ALLOW']);
  const borealis = result.decisionOf('borealis');
  assert.ok(borealis.source === 'service');
  assert.deepEqual([borealis.decision, borealis.decided_by], ['BLOCK', 'high']);
  const { document } = result.signed!;
  assert.match(document.nonce, /^[0-9a-f]{32}$/);
  const asked = {
    ...QUESTION,
    nonce: document.nonce,
    exposure: 'existing' as const,
    reference: 'order 7',
    at: null,
  };
  assert.equal(document.request_digest, await requestDigest(asked));
  assert.notEqual((await ask()).signed!.document.nonce, (await ask()).signed!.document.nonce);
  assert.deepEqual(new Set(service.asked), new Set(['/api/v1/evaluate']));
});

test('a policy may be named by its digest', async (t) => {
  const { ask } = world(t);
  const { digest } = (await ask()).signed!.document.policy;
  assert.equal((await ask({ policy: digest })).decisionOf('acme').decision, 'ALLOW');
  const other = await ask({ policy: '0'.repeat(64) });
  assert.equal(other.reason, 'signature');
});

// ---- what is not accepted ----

type Document = NonNullable<Awaited<ReturnType<PolicyClient['evaluate']>>['signed']>['document'];

/** All but the first are signed with the key of the service: each check is made by itself. */
const SPOILED: [what: string, fault: Fault][] = [
  ['signed by a stranger', changing(() => ({}), true)],
  [
    'another document than was signed',
    (answer) =>
      ({ ...answer, document: { ...answer.document, valid_until: '2027-01-01T00:00:00Z' } }) as never,
  ],
  ['another format', changing(() => ({ format: 'rf-policy-bundle-1' }))],
  ['another nonce', changing(() => ({ nonce: 'another-nonce-of-it' }))],
  ['the digest of another request', changing(() => ({ request_digest: '0'.repeat(64) }))],
  ['another policy', changing(({ policy }: Document) => ({ policy: { ...policy, name: 'lender' } }))],
  ['another exposure', changing(() => ({ exposure: 'existing' }))],
  ['another reference', changing(() => ({ reference: 'order 8' }))],
  ['another workspace', changing(() => ({ workspace_id: '00000000-0000-7000-8000-00000000000f' }))],
  ['hypothetical', changing(() => ({ hypothetical: true }))],
  ['another instant', changing(() => ({ at: '2026-06-15T11:00:00Z' }))],
  ['no end', changing(() => ({ valid_until: 'later' }))],
  ['an end before its beginning', changing(() => ({ valid_until: '2026-06-15T11:59:59Z' }))],
  ['no decisions', changing(() => ({ providers: null }))],
  ['no document', () => Response.json({ document: null, signature: null })],
  ['nothing', () => Response.json({})],
];

for (const [what, fault] of SPOILED) {
  test(`an answer is not used: ${what}`, async (t) => {
    const { ask, service } = world(t);
    service.faults = [fault];
    const result = await ask({}, { workspaceId: WORKSPACE, onFailure: 'REVIEW' });
    assert.deepEqual([result.source, result.reason, result.signed], ['client', 'signature', null]);
    const { decision, source } = result.decisionOf('acme');
    assert.deepEqual([source, decision], ['client', 'REVIEW']);
  });
}

test('an answer to an earlier call is not used', async (t) => {
  const { ask, service } = world(t);
  const before = (await ask()).signed!;
  service.faults = [() => before];
  assert.equal((await ask()).reason, 'signature');
});

test('a provider that is absent, twice there or decided with another word is BLOCK, whatever failures count as', async (t) => {
  const { ask, service } = world(t);
  service.faults = [
    changing(({ providers }: Document) => ({ providers: [providers[1]] })),
    changing(({ providers }: Document) => ({ providers: [...providers, { ...providers[0]! }] })),
    changing(({ providers }: Document) => ({
      providers: [{ ...providers[0]!, decision: 'PERMIT' }, providers[1]],
    })),
  ];
  for (let turn = 0; turn < 3; turn += 1) {
    const result = await ask({}, { onFailure: 'REVIEW' });
    assert.equal(result.source, 'service');
    const acme = result.decisionOf('acme');
    assert.deepEqual([acme.source, acme.decision], ['client', 'BLOCK']);
    assert.equal(result.decisionOf('borealis').decision, 'BLOCK');
    assert.equal(result.decisionOf('nobody').decision, 'BLOCK', 'nobody asked about it');
  }
});

// ---- failures ----

const FAILURES: [reason: string, fault: Fault][] = [
  ['rate_limited', problem(429)],
  ['unauthorised', problem(401)],
  ['unauthorised', problem(403)],
  ['refused', problem(404)],
  ['refused', problem(409)],
  ['refused', problem(422)],
  ['unavailable', problem(500)],
  ['unavailable', problem(503)],
  ['unavailable', () => new Response(null, { status: 302 })],
  ['unavailable', () => new Response('<html>')],
  ['unavailable', () => Promise.reject(new TypeError('fetch failed'))],
];

for (const [index, [reason, fault]] of FAILURES.entries()) {
  test(`a failure is no decision of the policy: ${reason} (${index})`, async (t) => {
    const { ask, service } = world(t);
    service.faults = [fault];
    for (const onFailure of ['BLOCK', 'REVIEW', undefined] as const) {
      const result = await ask({}, { onFailure });
      assert.deepEqual([result.source, result.reason], ['client', reason]);
      const found = result.decisionOf('acme');
      assert.ok(found.source === 'client' && found.reason === reason);
      assert.equal(found.decision, onFailure ?? 'BLOCK');
    }
  });
}

test('silence ends at the deadline', async () => {
  const silent: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init!.signal!.addEventListener('abort', () => reject(new Error('aborted')));
    });
  const client = new PolicyClient({ baseUrl: 'https://indicators.example', fetch: silent });
  const result = await client.evaluate(QUESTION, { keys: KEYS, deadlineMs: 20, onFailure: 'REVIEW' });
  assert.deepEqual([result.reason, result.decisionOf('acme').decision], ['timeout', 'REVIEW']);
});

test('an answer after the deadline is not used, even if no timer said so', async (t) => {
  const { ask, service, clocks } = world(t);
  service.faults = [
    (answer) => {
      clocks.pass(501);
      return answer;
    },
  ];
  assert.equal((await ask({}, { deadlineMs: 500 })).reason, 'timeout');
  assert.equal((await ask({}, { deadlineMs: 502 })).reason, null);
});

test('a call is repeated with the same nonce and key, and never waits past its deadline', async (t) => {
  const { ask, service } = world(t, { maxRetries: 3 });
  service.faults = [problem(503), null];
  const bodies: string[] = [];
  const keys: string[] = [];
  const { fetch } = service;
  const watched: typeof fetch = (input, init) => {
    bodies.push(String(init!.body));
    keys.push(new Headers(init!.headers).get('idempotency-key')!);
    return fetch(input, init);
  };
  const client = new PolicyClient({ baseUrl: 'https://indicators.example', fetch: watched });
  const { result } = await withoutWaiting(() => client.evaluate(QUESTION, { keys: KEYS }));
  assert.equal(result.reason, null);
  assert.equal(bodies.length, 2);
  assert.equal(bodies[0], bodies[1]);
  assert.equal(keys[0], keys[1]);
  await client.evaluate(QUESTION, { keys: KEYS, idempotencyKey: 'order-7' });
  assert.equal(keys[2], 'order-7');
  service.asked.length = 0;
  service.faults = [problem(429, { 'retry-after': '6' })];
  assert.equal((await ask({}, { deadlineMs: 5000 })).reason, 'rate_limited');
  assert.equal(service.asked.length, 1, 'six seconds would be too late');
});

test('a mistake of the caller throws, and nothing is sent', async (t) => {
  const { ask, client, service } = world(t);
  const wrong: [string, Partial<Question>, object][] = [
    ['onFailure', {}, { onFailure: 'ALLOW' }],
    ['onFailure', {}, { onFailure: null }],
    ['deadlineMs', {}, { deadlineMs: 0 }],
    ['deadlineMs', {}, { deadlineMs: Number.NaN }],
    ['keys', {}, { keys: [] }],
    ['keys', {}, { keys: 'no key' }],
    ['workspaceId', {}, { workspaceId: 5 }],
    ['idempotencyKey', {}, { idempotencyKey: 'two words' }],
    ['policy', { policy: '' }, {}],
    ['providers', { providers: [] }, {}],
    ['providers', { providers: ['\ud800'] }, {}],
    ['exposure', { exposure: 'old' as never }, {}],
    ['at', { at: 5 as never }, {}],
  ];
  for (const [argument, question, options] of wrong)
    await assert.rejects(ask(question, options), (error) => {
      assert.ok(error instanceof InvalidArgumentError);
      assert.equal(error.argument, argument);
      return true;
    });
  await assert.rejects(client.policyBundle('treasury', { keys: KEYS, onFailure: 'ALLOW' as never }));
  await assert.rejects(client.policyBundle('', { keys: KEYS }), { argument: 'name' });
  assert.deepEqual(service.asked, []);
});

// ---- lifetimes ----

test('a decision serves until its end, counted from sending, and not longer', async (t) => {
  const { ask, clocks } = world(t, { clocks: new Clocks('2026-06-15T12:00:00.700Z') });
  const result = await ask({}, { onFailure: 'REVIEW' });
  assert.equal(result.signed!.document.valid_until, '2026-06-15T12:15:00Z');
  clocks.pass(15 * 60_000 - 1001);
  assert.equal(result.decisionOf('acme').decision, 'ALLOW');
  // It was decided within a second, of which only the beginning is known.
  clocks.pass(1);
  const late = result.decisionOf('acme');
  assert.ok(late.source === 'client' && late.reason === 'expired');
  assert.equal(late.decision, 'REVIEW');
});

test('a slow answer has a shorter life, and a wrong wall clock changes nothing', async (t) => {
  for (const skew of [-3_600_000 * 24 * 365, 3_600_000 * 24 * 365]) {
    const clocks = new Clocks(NOW, skew);
    const { ask, service } = world(t, { clocks });
    service.faults = [
      (answer) => {
        clocks.pass(60_000);
        return answer;
      },
    ];
    const result = await ask({}, { deadlineMs: 120_000 });
    assert.equal(result.decisionOf('acme').decision, 'ALLOW');
    clocks.wall -= 3_600_000;
    clocks.pass(13 * 60_000);
    assert.equal(result.decisionOf('acme').decision, 'ALLOW');
    clocks.pass(60_000);
    assert.equal(result.decisionOf('acme').decision, 'BLOCK', 'fifteen minutes since it was sent');
    t.mock.restoreAll();
  }
});

test('a machine that slept has not stopped the time', async (t) => {
  const { ask, clocks } = world(t);
  const result = await ask();
  clocks.wall += 3_600_000;
  assert.equal(result.decisionOf('acme').decision, 'BLOCK');
});

test('hypothetical decisions are in the document, and never live', async (t) => {
  const { ask, service } = world(t);
  const result = await ask({ at: '2026-06-15T13:00:00Z' });
  assert.deepEqual([result.source, result.hypothetical], ['service', true]);
  assert.equal(result.signed!.document.providers[0]!.decision, 'ALLOW');
  const found = result.decisionOf('acme');
  assert.ok(found.source === 'client' && found.reason === 'expired');
  service.faults = [changing(() => ({ hypothetical: false }))];
  assert.equal((await ask({ at: '2026-06-15T13:00:00Z' })).reason, 'signature');
  service.faults = [changing(() => ({ valid_until: '2026-06-15T14:00:00Z' }))];
  assert.equal((await ask({ at: '2026-06-15T13:00:00Z' })).decisionOf('acme').decision, 'BLOCK');
});

// ---- bundles ----

describe('a bundle', () => {
  async function held(t: TestContext, clocks = new Clocks(NOW)) {
    const made = world(t, { clocks });
    const open = (more: object = {}) =>
      made.client.policyBundle('treasury', { keys: KEYS, background: false, ...more });
    return { ...made, open };
  }

  test('decides without a request, as the service does', async (t) => {
    const { open, service } = await held(t);
    const bundle = await open({ workspaceId: WORKSPACE });
    assert.deepEqual(service.asked, ['/api/v1/policies/treasury/bundle', '/api/v1/evaluate']);
    assert.deepEqual([bundle.reason, bundle.validUntil], [null, '2026-06-15T12:15:00Z']);
    const acme = bundle.decisionOf('acme');
    assert.deepEqual([acme.source, acme.decision], ['bundle', 'ALLOW']);
    const borealis = bundle.decisionOf('borealis', 'existing');
    assert.ok(borealis.source === 'bundle' && borealis.decided_by === 'high');
    const nobody = bundle.decisionOf('nobody');
    assert.ok(
      nobody.source === 'bundle' && nobody.decision === 'BLOCK' && nobody.decided_by === 'rf:unknown',
    );
    assert.throws(() => bundle.decisionOf('acme', 'old' as never), InvalidArgumentError);
    assert.equal(service.asked.length, 2);
  });

  test('allows no score that was verified after it was signed', async (t) => {
    const { open, clocks, service } = await held(t);
    clocks.pass(800);
    service.snapshots = [snapshotWith({ verified_at: '2026-06-15T12:00:01Z' })];
    const { document } = await service.decide(
      service.request({ policy: 'treasury', providers: ['acme'], nonce: '' }),
    );
    const bundle = await open();
    for (const one of [document.providers[0]!, bundle.decisionOf('acme')])
      assert.deepEqual([one.decision, 'decided_by' in one && one.decided_by], ['REVIEW', 'rf:not_verified']);
    service.snapshots = [snapshotWith({ verified_at: '2026-06-15T12:00:00Z' })];
    await bundle.refresh();
    assert.equal(bundle.decisionOf('acme').decision, 'ALLOW');
  });

  test('ends with its life, and 304 does not prolong it', async (t) => {
    const { open, clocks, service } = await held(t);
    const bundle = await open();
    clocks.pass(7 * 60_000);
    await bundle.refresh();
    assert.equal(service.asked.length, 3, 'the clock is known');
    assert.equal(bundle.validUntil, '2026-06-15T12:15:00Z');
    clocks.pass(8 * 60_000 - 1001);
    assert.equal(bundle.decisionOf('acme').decision, 'ALLOW');
    clocks.pass(1);
    const late = bundle.decisionOf('acme');
    assert.ok(late.source === 'client' && late.reason === 'expired');
    await bundle.refresh();
    assert.equal(bundle.decisionOf('acme').decision, 'ALLOW');
  });

  test('that the service made minutes ago ends with its own time', async (t) => {
    const { open, clocks } = await held(t);
    await open();
    clocks.pass(7 * 60_000);
    const second = await open();
    assert.equal(second.validUntil, '2026-06-15T12:15:00Z');
    clocks.pass(8 * 60_000 - 1000);
    assert.equal(second.decisionOf('acme').decision, 'BLOCK');
  });

  test('that somebody kept from yesterday decides nothing, whatever the clocks of this machine say', async (t) => {
    const { service } = await held(t);
    const old = await service.bundle();
    t.mock.restoreAll();
    const { open, service: today } = await held(t, new Clocks('2026-06-16T12:00:00Z', -24 * 3_600_000));
    today.bundleFaults = [() => old];
    const found = (await open()).decisionOf('acme');
    assert.ok(found.source === 'client' && found.reason === 'expired');
  });

  test('uses nothing that fails a check', async (t) => {
    const faults: Fault[] = [
      changing(() => ({}), true),
      changing(() => ({ format: 'rf-decisions-1' })),
      changing(() => ({ policy: { ...POLICY, name: 'lender' } })),
      changing(() => ({ policy: { ...POLICY, rules: [] } })),
      changing(() => ({ policy: { ...POLICY, format: 'rf-policy-2' } })),
      changing(() => ({ workspace_id: '00000000-0000-7000-8000-00000000000f' })),
      changing(() => ({ valid_until: 'later' })),
      changing(() => ({ providers: [{ snapshot: snapshotWith() }, { snapshot: snapshotWith() }] })),
      changing(() => ({ providers: [null] })),
      () => Response.json({}),
    ];
    const { open, service } = await held(t);
    for (const [index, fault] of faults.entries()) {
      service.bundleFaults = [fault];
      const bundle = await open({ workspaceId: WORKSPACE, onFailure: 'REVIEW' });
      assert.equal(bundle.reason, 'signature', String(index));
      const found = bundle.decisionOf('acme');
      assert.ok(found.source === 'client' && found.decision === 'REVIEW');
    }
    service.bundleFaults = [];
    service.faults = [changing(() => ({ nonce: 'another-nonce-of-it' }))];
    assert.equal((await open()).decisionOf('acme').source, 'client', 'no clock, no decision');
  });

  test('outlives a failure until it ends, but not a refusal, and never goes back', async (t) => {
    const { open, clocks, service } = await held(t);
    const before = await service.bundle();
    const bundle = await open();
    clocks.pass(8 * 60_000);
    await bundle.refresh();
    const { validUntil } = bundle;
    assert.equal(validUntil, '2026-06-15T12:23:00Z');
    service.bundleFaults = [() => before, problem(503), problem(404)];
    await bundle.refresh();
    assert.deepEqual([bundle.validUntil, bundle.reason], [validUntil, null]);
    await bundle.refresh();
    assert.deepEqual([bundle.reason, bundle.decisionOf('acme').decision], ['unavailable', 'ALLOW']);
    await bundle.refresh();
    const stopped = bundle.decisionOf('acme');
    assert.ok(stopped.source === 'client' && stopped.reason === 'refused');
    service.bundleFaults = [];
    await bundle.refresh();
    assert.equal(bundle.decisionOf('acme').decision, 'ALLOW');
  });

  test('renews itself from half of its time on, until it is closed', async (t) => {
    const { open, clocks, service } = await held(t);
    const timers: { wait: number; act: () => void }[] = [];
    t.mock.method(globalThis, 'setTimeout', ((act: () => void, wait: number) => {
      timers.push({ act, wait });
      return { unref: () => undefined };
    }) as never);
    const renewals = () => timers.filter(({ wait }) => wait !== 30_000);
    const bundle = await open({ background: true });
    assert.ok(renewals().at(-1)!.wait <= 7.5 * 60_000 && renewals().at(-1)!.wait > 7.4 * 60_000);
    clocks.pass(7.5 * 60_000);
    renewals().at(-1)!.act();
    await bundle.refresh();
    assert.equal(bundle.validUntil, '2026-06-15T12:22:30Z');
    service.bundleFaults = [problem(503)];
    await bundle.refresh();
    await bundle.refresh();
    assert.deepEqual(
      renewals()
        .slice(-2)
        .map(({ wait }) => wait),
      [1000, 2000],
    );
    bundle.close();
    const { length } = renewals();
    await bundle.refresh();
    assert.equal(renewals().length, length);
  });

  test('decides in microseconds', async (t) => {
    const policy = policyWith([
      rule('high', 'BLOCK', { value: 'band', is: 'equal_to', to: 'HIGH' }),
      rule('fell', 'BLOCK', { value: 'change', within_days: 30, is: 'below', to: '-15.00' }),
      rule('was', 'REVIEW', { value: 'worst_band', within_days: 90, is: 'worse_than', to: 'MEDIUM' }),
      rule('old', 'REVIEW', { value: 'newest_evidence', is: 'older_than', to: 60 }),
    ]);
    const service = new PolicyService(new Clocks(new Date().toISOString()), policy, [snapshotWith()]);
    const client = new PolicyClient({ baseUrl: 'https://indicators.example', fetch: service.fetch });
    const bundle = await client.policyBundle('treasury', { keys: KEYS, background: false });
    const turns = 10_000;
    const before = process.cpuUsage();
    for (let turn = 0; turn < turns; turn += 1) assert.equal(bundle.decisionOf('acme').source, 'bundle');
    const { user, system } = process.cpuUsage(before);
    const each = (user + system) / turns;
    t.diagnostic(`${each.toFixed(1)} µs for a decision from the bundle`);
  });
});

// Whatever happens between a client and the service, the client allows nothing that the policy does not allow: over random
// policies, publications, clocks and faults.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decide,
  type EvaluationRequest,
  type Policy,
  type PolicySnapshot,
  unknownSnapshot,
} from '@rf-indicators/engine';
import fc from 'fast-check';
import { cases } from '../../../test/support/counts.ts';
import {
  arbitraryPolicy,
  arbitrarySnapshot,
  policyWith,
  rule,
  snapshotWith,
} from '../../engine/test/support/policies.ts';
import type { SignedBundle, SignedDecisions } from '../src/generated/wire.ts';
import { type Evaluated, type Exposure, type PolicyBundle, PolicyClient } from '../src/policy/index.ts';
import {
  Clocks,
  changing,
  type Fault,
  instantText,
  KEYS,
  PolicyService,
  problem,
} from './support/policy-service.ts';

const PROVIDERS = ['acme', 'borealis', 'nobody'];
const DEADLINE_MS = 5000;

const AT = [undefined, undefined, '2026-06-15T12:00:00Z'];
const PASSES = [400, 30_000, 450_000];
/** Milliseconds after the end of what was answered last. */
const ENDS = [-1500, -999, -1, 0, 400];

type Document = { providers: { provider: string; decision: string; snapshot: unknown }[] };

type Spoil = (answer: Answer, asked: EvaluationRequest, world: World) => ReturnType<Fault>;

/** What can go wrong with one answer. */
const FAULTS: Record<string, Spoil | null> = {
  none: null,
  too_late: (answer, _, { clocks }) => {
    clocks.pass(DEADLINE_MS + 1);
    return answer;
  },
  slow: (answer, _, { clocks }) => {
    clocks.pass(DEADLINE_MS - 1);
    return answer;
  },
  limited: problem(429),
  failed: problem(500),
  refused: problem(404),
  away: () => Promise.reject(new TypeError('fetch failed')),
  cut: (answer) => new Response(JSON.stringify(answer).slice(0, -40)),
  forged: changing(({ providers }: Document) => ({ providers: allowed(providers) }), true),
  changed: ({ document, signature }) =>
    ({ document: { ...document, providers: allowed(document.providers as never) }, signature }) as never,
  prolonged: ({ document, signature }) =>
    ({ document: { ...document, valid_until: '2027-01-01T00:00:00Z' }, signature }) as never,
  replayed: (answer, _, world) => alike(world, answer)[0] ?? answer,
  replayed_newer: (answer, _, world) => alike(world, answer).at(-1) ?? answer,
  swapped: (_, asked, { service }) => service.decide({ ...asked, providers: ['borealis'] }),
  truncated: changing(({ providers }: Document) => ({ providers: providers.slice(1) })),
};

function faultNamed(name: string, world: World): Fault | null {
  const spoil = FAULTS[name] ?? null;
  return spoil === null ? null : (answer, asked) => spoil(answer, asked, world);
}

function allowed(providers: Document['providers']): Document['providers'] {
  return providers.map((one) => ({ ...one, decision: 'ALLOW' }));
}

/** Earlier answers to the same operation. */
function alike({ earlier }: World, { document }: Answer) {
  return earlier.filter((one) => one.document.format === document.format);
}

type Answer = SignedDecisions | SignedBundle;

interface World {
  clocks: Clocks;
  service: PolicyService;
  earlier: Answer[];
}

interface State {
  policy: Policy;
  snapshots: readonly PolicySnapshot[];
}

/** Most policies and snapshots are plain: random ones seldom allow. */
const plainPolicy = fc
  .record({ to: fc.constantFrom('MEDIUM', 'ELEVATED'), valid_minutes: fc.constantFrom(1, 1, 15) })
  .map(({ to, valid_minutes }) =>
    policyWith([rule('worse', 'BLOCK', { value: 'band', is: 'worse_than', to })], { valid_minutes }),
  );
const policy = fc.oneof(arbitraryPolicy(), { weight: 5, arbitrary: plainPolicy });
const plainSnapshot = fc
  .record({
    stale_from: fc.constantFrom('2026-06-15T12:00:00Z', '2026-06-15T12:10:00Z', null, null),
    withdrawn_from: fc.constantFrom('2026-06-15T12:20:00Z', null, null),
  })
  .map((lapses) => snapshotWith(lapses));
const snapshot = fc.oneof(arbitrarySnapshot, { weight: 5, arbitrary: plainSnapshot });
const snapshots = fc.array(snapshot, { minLength: 1, maxLength: 2 });

type Step =
  | { pass: number }
  | { afterEnd: number }
  | { skew: number }
  | { publish: PolicySnapshot[] }
  | { activate: Policy }
  | { ask: string; exposure: Exposure; at: string | undefined }
  | { renew: 'first' | 'again'; bundle: string; clock: string };

const fault = fc.oneof(
  { weight: 2, arbitrary: fc.constant('none') },
  fc.constantFrom(...Object.keys(FAULTS)),
);
const exposure = fc.constantFrom<Exposure>('new', 'existing');
const ask = { weight: 3, arbitrary: fc.record({ ask: fault, exposure, at: fc.constantFrom(...AT) }) };
const renew = {
  weight: 3,
  arbitrary: fc.record({ renew: fc.constantFrom('first', 'again'), bundle: fault, clock: fault }),
};
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ pass: fc.constantFrom(...PASSES) }),
  { weight: 2, arbitrary: fc.record({ afterEnd: fc.constantFrom(...ENDS) }) },
  fc.record({ skew: fc.constantFrom(-86_400_000, -3_600_000, 3_600_000) }),
  fc.record({ publish: snapshots }),
  fc.record({ activate: policy }),
  ask,
  renew,
) as fc.Arbitrary<Step>;

test('no client allows what the policy does not allow', async (t) => {
  const clock = { current: new Clocks('2026-06-15T11:59:00.600Z') };
  t.mock.method(performance, 'now', () => clock.current.monotonic);
  t.mock.method(Date, 'now', () => clock.current.wall);
  let allowances = 0;
  const start = fc.record({ policy, snapshots });
  await fc.assert(
    fc.asyncProperty(
      start,
      fc.array(step, { minLength: 8, maxLength: 16, size: 'max' }),
      async (state, steps) => {
        clock.current = new Clocks('2026-06-15T11:59:00.600Z');
        allowances += await walk(clock.current, state, steps);
      },
    ),
    { seed: 20260401, numRuns: cases(40, 5000) },
  );
  assert.ok(allowances > 200, `only ${allowances} were allowed: the property says too little`);
  t.diagnostic(`${allowances} decisions were ALLOW`);
});

async function walk(clocks: Clocks, first: State, steps: readonly Step[]): Promise<number> {
  const service = new PolicyService(clocks, first.policy, named(first.snapshots));
  const world: World = { clocks, service, earlier: [] };
  /** What was in force, by the instant from which it was signed. */
  const states: (State & { from: number })[] = [];
  const changed = () =>
    states.push({ policy: service.policy, snapshots: service.snapshots, from: clocks.service });
  changed();
  const client = new PolicyClient({
    baseUrl: 'https://indicators.example',
    fetch: remembering(world),
    maxRetries: 0,
  });
  const options = { keys: KEYS, deadlineMs: DEADLINE_MS };
  const results: { result: Evaluated; exposure: Exposure }[] = [];
  const bundles: PolicyBundle[] = [];
  let allowances = 0;

  const inForce = (issuedAt: string) => states.filter(({ from }) => instantText(from) <= issuedAt);
  /** One of the states could have been the one in force in the second in which it was signed. */
  const mayAllow = (candidates: readonly State[], provider: string, exposure: Exposure) =>
    candidates.some(({ policy, snapshots }) => {
      const snapshot = snapshots.find((one) => one.provider === provider) ?? unknownSnapshot(provider);
      return decide(policy, snapshot, { at: instantText(clocks.service), exposure }).decision === 'ALLOW';
    });
  const check = () => {
    for (const provider of PROVIDERS) {
      for (const { result, exposure } of results) {
        if (result.decisionOf(provider).decision !== 'ALLOW') continue;
        allowances += 1;
        const { issued_at, valid_until } = result.signed!.document;
        assert.ok(clocks.service < Date.parse(valid_until), 'it is over');
        const before = inForce(issued_at);
        const second = before.filter(({ from }) => instantText(from) === issued_at);
        const candidates = [...second, ...before.filter((one) => !second.includes(one)).slice(-1)];
        assert.ok(mayAllow(candidates, provider, exposure), `${provider} ${exposure}`);
      }
      for (const bundle of bundles)
        for (const exposure of ['new', 'existing'] as const) {
          if (bundle.decisionOf(provider, exposure).decision !== 'ALLOW') continue;
          allowances += 1;
          assert.ok(clocks.service < Date.parse(bundle.validUntil!), 'it is over');
          const issued = service.bundles.filter(
            ({ policy_digest, valid_until }) =>
              policy_digest === bundle.policyDigest && valid_until === bundle.validUntil,
          );
          const candidates = issued.map((one) => ({
            policy: one.policy,
            snapshots: one.providers.map(({ snapshot }) => snapshot),
          }));
          assert.ok(mayAllow(candidates, provider, exposure), `${provider} ${exposure}`);
        }
    }
  };

  for (const one of steps) {
    if ('pass' in one) clocks.pass(one.pass);
    else if ('afterEnd' in one) {
      const end = Date.parse(world.earlier.at(-1)?.document.valid_until ?? service.now);
      clocks.pass(Math.max(0, end + one.afterEnd - clocks.service));
    } else if ('skew' in one) clocks.wall += one.skew;
    else if ('publish' in one) service.snapshots = named(one.publish);
    else if ('activate' in one) service.policy = one.activate;
    else if ('ask' in one) {
      service.faults = [faultNamed(one.ask, world)];
      const asked = { policy: service.policy.name, providers: PROVIDERS, exposure: one.exposure, at: one.at };
      results.push({ result: await client.evaluate(asked, options), exposure: one.exposure });
    } else {
      service.faults = [faultNamed(one.clock, world)];
      service.bundleFaults = [faultNamed(one.bundle, world)];
      const [bundle] = bundles;
      if (one.renew === 'again' && bundle !== undefined) await bundle.refresh();
      else bundles.unshift(await client.policyBundle(service.policy.name, { ...options, background: false }));
    }
    if ('publish' in one || 'activate' in one) changed();
    check();
  }
  return allowances;
}

/** One for each provider: the service has no two. */
function named(snapshots: readonly PolicySnapshot[]): readonly PolicySnapshot[] {
  return snapshots.filter(
    ({ provider }, index) => snapshots.findIndex((one) => one.provider === provider) === index,
  );
}

function remembering({ service, earlier }: World): typeof fetch {
  return async (input, init) => {
    const response = await service.fetch(input, init);
    if (response.status === 200) {
      const answer: unknown = await response
        .clone()
        .json()
        .catch(() => null);
      if (answer !== null) earlier.push(answer as Answer);
    }
    return response;
  };
}

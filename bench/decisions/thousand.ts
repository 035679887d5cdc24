// One call for 1,000 providers, and a bundle of them.

import { canonicalJson, decisionsDocument, type JsonValue, type PolicySnapshot } from '@rf-indicators/engine';
import { PolicyClient } from '../../packages/sdk/src/policy/index.ts';
import { type RunningServer, serve } from '../http/processes.ts';
import { requestsPerSecond, scoreScript } from '../http/wrk.ts';
import { type Form, type Measurement, median, numberText, ratioAtMost, valueAtMost } from '../measurement.ts';
import { reportProgress } from '../progress.ts';
import { copyOfWorld, type StoredWorld } from '../world/worlds.ts';
import { evaluate } from './calls.ts';
import { activatePolicy, LENDER } from './policies.ts';

const CALLS_A_ROUND = 10;
/** Of work in this process, which takes some milliseconds. */
const ROUNDS = 100;

export async function thousandInOneCall(form: Form): Promise<Measurement[]> {
  const world = await copyOfWorld(form.pick(1000, 100));
  try {
    const [key] = (await activatePolicy(world, LENDER, 1)) as [string];
    const server = await serve(world);
    try {
      await server.isIdle();
      const { snapshots, decision } = await fromBundle(server, key);
      return [await evaluation(snapshots), ...(await wholeCall(server, world, key, form)), decision];
    } finally {
      await server.stop();
    }
  } finally {
    world.remove();
  }
}

/** In this process, where nothing else runs. */
async function evaluation(snapshots: readonly PolicySnapshot[]): Promise<Measurement> {
  const kept = snapshots.map((snapshot) => Buffer.from(canonicalJson(snapshot as unknown as JsonValue)));
  const named = snapshots.map((snapshot) => ({ snapshot, digest: '0'.repeat(64), verification_id: null }));
  const issued_at = `${new Date().toISOString().slice(0, 19)}Z`;
  const issue = { decision_id: 'bench', workspace_id: 'bench', issued_at };
  const providers = snapshots.map(({ provider }) => provider);
  const asked = { policy: LENDER.name, providers, nonce: 'bench', exposure: 'new', reference: null } as const;
  const [evaluating, reading] = await processorMs([
    () => decisionsDocument(issue, { ...asked, at: null }, LENDER, named),
    () => kept.map((bytes) => JSON.parse(bytes.toString('utf8'))),
  ]);
  const count = numberText(snapshots.length);
  const bytes = numberText(Buffer.concat(kept).length / snapshots.length);
  return ratioAtMost(
    {
      what: `processor time to decide on ${count} providers by the policy "lender" / to read the same ${count} snapshots from memory`,
      ours: { label: `decisions on ${count} providers`, value: evaluating!, unit: 'ms' },
      peer: { label: 'JSON.parse of their snapshots', value: reading!, unit: 'ms' },
      note: `the snapshots are what decisions read of a provider, ${bytes} bytes each; the peer parses those bytes, and we decide on what is parsed already`,
    },
    3,
  );
}

/** The median of rounds, in which the works take turns. */
async function processorMs(works: readonly (() => unknown)[]): Promise<number[]> {
  const times = works.map((): number[] => []);
  // The rounds below zero give the JIT compiler time to optimise the code.
  for (let round = -ROUNDS; round < ROUNDS; round += 1) {
    for (const [at, work] of works.entries()) {
      const begun = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(begun);
      if (round >= 0) times[at]!.push((user + system) / 1000);
    }
  }
  return times.map(median);
}

async function wholeCall(
  server: RunningServer,
  world: StoredWorld,
  key: string,
  form: Form,
): Promise<Measurement[]> {
  const { providers } = world;
  const [calls, reads, latencies]: [number[], number[], number[]] = [[], [], []];
  const rounds = form.pick(20, 5);
  const call = () => evaluate(server, key, LENDER, providers);
  const scores = { url: server.url, script: scoreScript({ ...world, order: 'cycle' }) };
  // Gives the JIT compiler time to optimise the code.
  for (let warm = 0; warm < 2 * CALLS_A_ROUND; warm += 1) await call();
  await requestsPerSecond(scores, form.pick(6, 2));
  for (let round = 0; round < rounds; round += 1) {
    const before = server.processorMs();
    for (let at = 0; at < CALLS_A_ROUND; at += 1) {
      const begun = performance.now();
      await call();
      latencies.push(performance.now() - begun);
    }
    const between = server.processorMs();
    const perSecond = await requestsPerSecond(scores, 1);
    calls.push((between - before) / CALLS_A_ROUND);
    reads.push(((server.processorMs() - between) / perSecond) * providers.length);
    reportProgress(`calls for ${providers.length} providers: round ${round + 1} of ${rounds}`);
  }
  const count = numberText(providers.length);
  const slow = numberText(latencies.sort((a, b) => a - b)[Math.floor(latencies.length * 0.95)]!);
  const latency = { label: `one call for ${count} providers`, value: median(latencies), unit: 'ms' };
  return [
    ratioAtMost(
      {
        what: `processor time of the service for one call of POST /api/v1/evaluate for ${count} providers / for ${count} requests of a score with a key`,
        ours: { label: `one call for ${count} providers`, value: median(calls), unit: 'ms' },
        peer: { label: `${count} scores with a key`, value: median(reads), unit: 'ms' },
        note: 'the call reads what has changed, decides, signs, keeps the decisions in the store and compresses them; the peer is GET /api/v1/scores/{id} of the same service, which answers from memory',
      },
      3,
    ),
    {
      what: `time of one call of POST /api/v1/evaluate for ${count} providers over HTTP, median`,
      measured: `${numberText(latency.value)} ms, ${slow} ms for the slowest of 20`,
      target: 'none',
      met: null,
      figures: [latency],
      note: `one call after the other; 95 of 100 take at most ${slow} ms`,
    },
  ];
}

/** A decision, and what the bundle has of its providers. */
async function fromBundle(
  { url }: RunningServer,
  key: string,
): Promise<{ decision: Measurement; snapshots: PolicySnapshot[] }> {
  const headers = { 'x-api-key': key };
  const { data } = (await (await fetch(`${url}/api/public/keys`)).json()) as {
    data: { public_key: string }[];
  };
  const answer = await fetch(`${url}/api/v1/policies/${LENDER.name}/bundle`, { headers });
  const { document } = (await answer.json()) as {
    document: { providers: { snapshot: PolicySnapshot }[] };
  };
  const snapshots = document.providers.map(({ snapshot }) => snapshot);
  const client = new PolicyClient({ baseUrl: url, apiKey: key });
  const keys = data.at(-1)!.public_key;
  const bundle = await client.policyBundle(LENDER.name, { keys, background: false });
  const decideOnAll = () => snapshots.map(({ provider }) => bundle.decisionOf(provider));
  if (decideOnAll().some(({ source }) => source !== 'bundle')) throw new Error('The bundle does not decide.');
  const [all] = await processorMs([decideOnAll]);
  return {
    snapshots,
    decision: valueAtMost(
      'processor time of a decision from a bundle in the JavaScript client',
      {
        label: `one of ${numberText(snapshots.length)} providers, by the policy "lender"`,
        value: (all! * 1000) / snapshots.length,
        unit: 'µs',
      },
      50,
    ),
  };
}

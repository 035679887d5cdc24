// What the fast path in front of the router is worth, in processor time for each request, which other work on the machine
// changes less than the number of requests per second. The same server sends the same bytes both ways: an address that
// ends in "?" is not on the fast path and goes through the router.

import { installBenchmarkPackages } from '../../scripts/testing/system-packages.ts';
import { type Form, type Measurement, median, ratioAtLeast } from '../measurement.ts';
import { reportProgress } from '../progress.ts';
import { sqliteWorld } from '../world/worlds.ts';
import { type RunningServer, serve } from './processes.ts';
import { requestsPerSecond, scoreScript, type Target } from './wrk.ts';

const PROVIDERS = 100;
const SECONDS = 1;
/** Less than this is not worth a second way through the server. */
const WORTH_KEEPING = 1.05;

export async function routerBypassBench(form: Form): Promise<Measurement[]> {
  installBenchmarkPackages();
  const world = await sqliteWorld(PROVIDERS);
  const server = await serve(world);
  try {
    await server.isIdle();
    const { url } = server;
    const one = { ...world, providers: world.providers.slice(0, 1), order: 'cycle' } as const;
    const list = `${url}/api/public/scores`;
    return [
      await gain('the public list', server, [{ url: `${list}?` }, { url: list }], form),
      await gain(
        'a keyed score',
        server,
        [
          { url, script: scoreScript({ ...one, suffix: '?' }) },
          { url, script: scoreScript(one) },
        ],
        form,
      ),
    ];
  } finally {
    await server.stop();
  }
}

/** How much more the way through the router costs: in turns, each by the median of its rounds. */
async function gain(
  what: string,
  server: RunningServer,
  ways: readonly [router: Target, fastPath: Target],
  form: Form,
): Promise<Measurement> {
  const costs: [number[], number[]] = [[], []];
  const rounds = form.pick(20, 3);
  for (const target of ways) await requestsPerSecond(target, form.pick(6, 2));
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, target] of ways.entries()) {
      const before = server.processorMs();
      const requests = SECONDS * (await requestsPerSecond(target, SECONDS));
      costs[at]!.push(((server.processorMs() - before) / requests) * 1000);
    }
    reportProgress(`${what}: round ${round + 1} of ${rounds}`);
  }
  const unit = 'µs of CPU time per request';
  return ratioAtLeast(
    {
      what: `${what} through the router / on the fast path`,
      ours: { label: 'through the router', value: median(costs[0]), unit },
      peer: { label: 'fast path', value: median(costs[1]), unit },
    },
    WORTH_KEEPING,
  );
}

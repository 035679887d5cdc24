// What the fast path in front of the router is worth, in processor time for each request, which other work on the machine
// changes less than the number of requests per second. The same server sends the same bytes both ways: an address that
// ends in "?" is not on the fast path and goes through the router.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installBenchmarkPackages } from '../../scripts/testing/system-packages.ts';
import type { Measurement } from '../measurement.ts';
import type { RunningServer } from './processes.ts';
import { atLeast, makeServed, type Served, serve } from './reading.ts';
import { type Load, requestsPerSecond } from './wrk.ts';

const PROVIDERS = 100;
const WARM_UP_SECONDS = 6;
const ROUNDS = 20;
const SECONDS = 1;
/** Less than this is not worth a second way through the server. */
const WORTH_KEEPING = 1.05;

export async function routerBypassBench(): Promise<Measurement[]> {
  installBenchmarkPackages();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rf-bench-bypass-'));
  try {
    const served = await makeServed(path.join(folder, 'served'), PROVIDERS);
    const server = await serve(served);
    try {
      await server.isIdle();
      const { url } = server;
      const list = await gain(server, [
        { url: `${url}/api/public/scores` },
        { url: `${url}/api/public/scores?` },
      ]);
      const score = await gain(server, [
        { url, script: scoreScript(served, '') },
        { url, script: scoreScript(served, '?') },
      ]);
      return [
        atLeast('the public list before the router, against through it', list, WORTH_KEEPING),
        atLeast('a keyed score before the router, against through it', score, WORTH_KEEPING),
      ];
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Target = Omit<Load, 'seconds'>;

/** How much more the second way costs than the first: in turns, each by the median of its rounds. */
async function gain(server: RunningServer, ways: readonly [Target, Target]): Promise<number> {
  const costs: [number[], number[]] = [[], []];
  for (const target of ways) await requestsPerSecond({ ...target, seconds: WARM_UP_SECONDS });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, target] of ways.entries()) {
      const before = server.processorMs();
      const requests = SECONDS * (await requestsPerSecond({ ...target, seconds: SECONDS }));
      costs[at]!.push((server.processorMs() - before) / requests);
    }
  }
  const [first, second] = costs.map(median);
  return second! / first!;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/** One score, with one key after the other so that no window runs out. */
function scoreScript({ folder, keys, providers }: Served, suffix: '' | '?'): string {
  const file = path.join(folder, suffix === '' ? 'before.lua' : 'through.lua');
  const requests = keys.map(
    (key) =>
      `wrk.format("GET", "/api/v1/scores/${providers[0]}${suffix}", { ["x-api-key"] = ${JSON.stringify(key)} })`,
  );
  writeFileSync(
    file,
    `local requests = {}
local next = 0
function init(args)
  requests = { ${requests.join(', ')} }
end
function request()
  next = next % #requests + 1
  return requests[next]
end
`,
  );
  return file;
}

// What the fast path in front of the router is worth. The same server gives the same bytes on both ways: an address
// that ends in "?" is not looked up as it is written, and goes through the router.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installBenchmarkPackages } from '../../scripts/testing/system-packages.ts';
import type { Measurement } from '../measurement.ts';
import { atLeast, makeServed, ratioOf, type Served, serve } from './reading.ts';

const PROVIDERS = 100;
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
      const list = await ratioOf(
        { url: `${url}/api/public/scores` },
        { url: `${url}/api/public/scores?` },
      );
      const score = await ratioOf(
        { url, script: scoreScript(served, '') },
        { url, script: scoreScript(served, '?') },
      );
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

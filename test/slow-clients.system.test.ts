// Clients that hold connections open without using them do not keep others from reading. How much slower reads become is
// measured by npm run bench -- slow-clients; here, every read must succeed, however busy the machine is. Only in the full
// test run: npm run test:system has clients that never read in packages/server/test/http/connection-limits.system.test.ts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ATTACKS, type Attack } from '../bench/http/slow-clients/attack.ts';
import { readAsClient, startAttack } from '../bench/http/slow-clients.ts';
import { readCredentialsFile } from '../packages/server/src/demo/credentials-file.ts';
import { cases } from './support/counts.ts';
import { cleanUp } from './support/lifetime.ts';
import { startServer } from './support/server-process.ts';

const ATTACKERS = 500;
const READS = 500;
const skip = cases(true, false);
const PATHS = ['/api/v1/scores', '/api/v1/methodology', '/api/v1/issuances'];

test('reads with a key succeed while others never read, send nothing, or send a byte a second', {
  skip,
}, async (t) => {
  // The attackers have one address, and more connections than one address may have.
  const env = { RF_METRICS: 'loopback', RF_LIMIT_CONNECTIONS_PER_ADDRESS: String(ATTACKERS / 2) };
  const server = await startServer(t, { env });
  const key = readCredentialsFile(server.dataDir)!.keys.ENTERPRISE;
  const p99 = async () => {
    const { times, failures } = await readAsClient(server.url, key, READS, PATHS);
    assert.deepEqual(failures, []);
    return times[Math.floor(times.length * 0.99)]!;
  };
  const atRest = await p99();
  for (const attack of Object.keys(ATTACKS) as Attack[]) {
    const attackers = await startAttack(server.url, attack, ATTACKERS);
    cleanUp(t, () => attackers.stop());
    const during = await p99();
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const open = Number(/^rf_connections (\d+)$/m.exec(metrics)?.[1]);
    assert.ok(open > ATTACKERS / 4, `${open} connections are open: ${attack}`);
    t.diagnostic(`${attack}: p99 ${during.toFixed(1)} ms, ${atRest.toFixed(1)} ms at rest; ${open} open`);
    await attackers.stop();
  }
});

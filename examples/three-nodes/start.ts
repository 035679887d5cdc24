// Starts three nodes with PostgreSQL, a standby, Redis and nginx on this machine, until Ctrl-C. SIGHUP restarts the nodes one
// after the other.
//   node examples/three-nodes/start.ts [FOLDER]     an empty folder; a temporary one without it

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { requirePackages } from './packages.ts';
import { startWorld } from './world.ts';

const [given] = process.argv.slice(2);
requirePackages();
const folder = given ? path.resolve(given) : mkdtempSync(path.join(os.tmpdir(), 'rf-three-nodes-'));
const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
});
const world = await startWorld({ folder, onStep: (what) => console.log(`Starting ${what} …`) });
const { nginx, nodes, primary, standby, redis } = world;
console.log(`
The service      ${nginx.url}
Status           ${nginx.url}/api/v1/status
${nodes.map(({ name, url, pid }) => `${name}           ${url}  (process ${pid}; metrics at ${url}/metrics)`).join('\n')}
PostgreSQL       ${primary.url('rf')}
its standby      ${standby.url('rf')}
Redis            ${redis.url}
Keys and tokens  ${world.credentials}
Folder           ${folder}

Kill a node (kill -9), pause one (kill -STOP) or stop Redis, and see what callers notice.
Restart all nodes, one after the other (kill -HUP ${process.pid}), and callers notice nothing. Ctrl-C stops everything.`);
let restarting = Promise.resolve();
process.on('SIGHUP', () => {
  restarting = restarting.then(restart).catch((error) => console.error(error));
});
await stopped;
console.log('Stopping …');
await world.stop();
if (given === undefined) rmSync(folder, { recursive: true, force: true });
// A restart may be in progress; what it starts ends with this process.
process.exit();

async function restart(): Promise<void> {
  console.log('Restarting the nodes one after the other …');
  await world.restartNodes();
  console.log('All nodes were restarted.');
}

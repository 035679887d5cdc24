// The demo world takes half a minute of a core to be made, and is the same each time. It is kept beside the compiled
// modules, under the digest of what it is made from, for all test files and for later runs: the first that asks makes it.

import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { writeDueDatasets } from '@rf-indicators/core/desk/datasets/write';
import { snapshotReader } from '@rf-indicators/core/desk/snapshots/read-snapshots';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { openStore } from '@rf-indicators/core/store/open';
import { renderDataset } from '../../packages/server/src/rendering/datasets/csv.ts';
import { digestOf } from './digest.ts';
import { madeOnce } from './made-once.ts';
import { repository } from './repository.ts';

const LAUNCHER = fileURLToPath(new URL('../../packages/server/bin/rf.mjs', import.meta.url));
const KEPT = path.join(repository, 'node_modules/.cache/demo-worlds');
/** The world follows from the modules that these load, and from the methodology. */
const MAKERS = ['packages/server/src/cli/service/prepare-demo.ts', 'test/support/demo-folder.ts'];
/** Those of other checked out commits, so that one can go back and forth. */
const MOST_KEPT = 4;

// The demo's weeks begin on Wednesdays, so in tests it always ends with a whole week. Its evidence is current today.
process.env.RF_DEMO_UNTIL ??= lastTuesday(Date.now());

/** npm test tells its processes the name: to read all of these sources takes a moment. */
export const demoName = (): string =>
  process.env.RF_TEST_DEMO_NAME ??
  [
    new Date().toISOString().slice(0, 10),
    digestOf(MAKERS, ['methodology/**/*.json'], [String(process.env.RF_DEMO_UNTIL)]),
  ].join('-');

let known: Promise<string> | null = null;

/** As a server leaves it that was started for the first time and asked to stop. Nobody may change what is in it. */
export function demoFolder(): Promise<string> {
  known ??= madeOnce(KEPT, demoName(), MOST_KEPT, makeDemo);
  return known;
}

async function makeDemo(): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rf-demo-'));
  try {
    await serveOnce(folder);
    await writeDumps(folder);
    return folder;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function serveOnce(folder: string): Promise<void> {
  const server = spawn(process.execPath, [LAUNCHER, 'serve', '--demo'], {
    env: { ...process.env, PORT: '0', RF_DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => server.once('exit', resolve));
  const url = await new Promise<string | null>((resolve) => {
    let banner = '';
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      banner += text;
      const found = /listening on (\S+)/.exec(banner)?.[1];
      if (found) resolve(found);
    });
    void exited.then(() => resolve(null));
  });
  if (url !== null) {
    // Whoever answers has come so far that it can be asked to stop.
    await fetch(`${url}/api/health`);
    server.kill('SIGTERM');
  }
  const code = await exited;
  if (code !== 0) throw new Error(`the demo world could not be made: exit code ${code}`);
}

/** The daily dumps, which the service writes some seconds after its start. */
async function writeDumps(dataDir: string): Promise<void> {
  const store = await openStore({ dataDir, databaseUrl: null });
  try {
    const context = { store, clock: Date.now, newId: () => uuidV7(Date.now()) };
    const signer = { masterKey: readMasterKey(dataDir, undefined) };
    const dumped = { db: store.db, snapshots: snapshotReader(store.db) };
    await writeDueDatasets(context, signer, (day) => renderDataset(dumped, day));
  } finally {
    await store.close();
  }
}

/** Into a folder that holds nothing yet. */
export async function copyDemo(to: string): Promise<void> {
  if (readdirSync(to).length === 0) cpSync(await demoFolder(), to, { recursive: true });
}

/** The date of today if it is a Tuesday. */
function lastTuesday(now: number): string {
  const daysSince = (new Date(now).getUTCDay() + 5) % 7;
  return new Date(now - daysSince * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

// The demo world takes seconds to be made, and is the same each time. npm test makes it once for all files and names its
// folder in RF_TEST_DEMO; a file that is run alone makes its own.

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

const LAUNCHER = fileURLToPath(new URL('../../packages/server/bin/rf.mjs', import.meta.url));

export interface DemoFolder {
  folder: string;
  remove(): void;
}

/** As a server leaves it that was started for the first time and asked to stop. */
export async function makeDemoFolder(): Promise<DemoFolder> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rf-demo-'));
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
  await writeDumps(folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
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

/** Into a folder that holds nothing yet; where there is none to copy, nothing is done. */
export function copyDemo(to: string): void {
  const from = process.env.RF_TEST_DEMO;
  if (from && readdirSync(to).length === 0) cpSync(from, to, { recursive: true });
}

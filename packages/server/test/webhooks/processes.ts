// Stores that processes of their own deliver from, receivers that count, and the processes.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { createMasterKeyFile, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { createStore } from '@rf-indicators/core/store/open';
import type { StoreKind, StoreLocation } from '@rf-indicators/core/store/store';
import { person } from '../../../../test/support/desk-fixture.ts';
import { cleanUp } from '../../../../test/support/lifetime.ts';
import { emptyLocation } from '../../../../test/support/stores.ts';
import { type Customers, claimed } from '../../../../test/support/workspace-fixture.ts';
import { subscribe } from './subscribers.ts';

const PROCESS = fileURLToPath(new URL('delivering-process.ts', import.meta.url));

export interface Line {
  what: 'ready' | 'claimed' | 'released' | 'recorded';
  at: number;
  ids: string[];
}

export interface DeliveringProcess {
  lines: Line[];
  /** Resolves when a line has come that is the one waited for. */
  until(isIt: (line: Line) => boolean): Promise<void>;
  kill(): Promise<void>;
  complaints: () => string;
}

export function startDelivering(
  { dataDir, databaseUrl }: StoreLocation,
  leaseMs: number,
  t: TestContext,
): DeliveringProcess {
  const env = { ...process.env, DATABASE_URL: databaseUrl ?? undefined, RF_TEST_LEASE_MS: String(leaseMs) };
  const child = spawn(process.execPath, [PROCESS, dataDir], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'close');
  const lines: Line[] = [];
  const waiting = new Set<{ isIt: (line: Line) => boolean; resolve: () => void }>();
  createInterface(child.stdout).on('line', (text) => {
    const line = JSON.parse(text) as Line;
    lines.push(line);
    for (const one of waiting) if (one.isIt(line)) one.resolve();
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints += text;
  });
  cleanUp(t, () => end(child, exited));
  return {
    lines,
    until: (isIt) =>
      Promise.race([
        new Promise<void>((resolve) => waiting.add({ isIt, resolve })),
        exited.then(() => Promise.reject(new Error(`the process ended by itself: ${complaints}`))),
      ]),
    kill: () => end(child, exited),
    complaints: () => complaints,
  };
}

async function end(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL');
  await exited;
}

export interface SharedStore {
  location: StoreLocation;
  /** By the real clock, because the processes are real. */
  desk: Context;
}

/** A store on disk with a workspace and an endpoint at each of the addresses. */
export async function sharedStore(
  kind: StoreKind,
  t: TestContext,
  urls: readonly string[],
): Promise<SharedStore> {
  const location = await emptyLocation(kind, t, 'disk');
  createMasterKeyFile(location.dataDir);
  const store = await createStore(location);
  cleanUp(t, () => store.close());
  const clock = () => Date.now();
  const desk: Context = { store, clock, newId: () => uuidV7(clock()) };
  const operator = await person(desk, 'olga', 'operator');
  const masterKey = readMasterKey(location.dataDir, undefined);
  for (const [index, url] of urls.entries()) {
    const given = { desk, masterKey, operator } as unknown as Customers;
    const { member } = await claimed(given, { name: `Workspace ${index}` });
    await subscribe(desk, member, { url });
  }
  return { location, desk };
}

export interface CountingReceiver {
  url: string;
  /** How often each event came. */
  counts: Map<string, number>;
}

export async function countingReceiver(
  t: TestContext,
  delayMs: () => number = () => 0,
): Promise<CountingReceiver> {
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const id = String(request.headers['webhook-id']);
      counts.set(id, (counts.get(id) ?? 0) + 1);
      const delay = delayMs();
      if (delay === 0) response.end();
      else setTimeout(() => response.end(), delay);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(t, () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, counts };
}

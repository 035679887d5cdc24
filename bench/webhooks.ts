// Benchmark of webhooks: stored events are fanned out, claimed, sent to a local receiver and recorded, compared with a
// bare loop of signed undici requests of the same size and concurrency.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createDatabase, startPostgres } from '../test/support/postgres.ts';
import { type Form, type Measurement, median } from './measurement.ts';
import { reportStep } from './progress.ts';

const CONCURRENCY = 64;
/** Both sides take turns, because the load of the machine changes; the median counts. */
const ROUNDS = 5;
const LEAST_RATIO = 0.5;

const run = promisify(execFile);

export async function webhooksBench(form: Form): Promise<Measurement[]> {
  const deliveries = form.pick(20_000, 2000);
  const rounds = form.pick(ROUNDS, 1);
  const receiver = spawn(process.execPath, [script('receiver')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const postgres = await startPostgres({ durable: true });
  try {
    const port = await firstLine(receiver);
    const ratios: Record<string, number[]> = { SQLite: [], PostgreSQL: [] };
    for (let round = 0; round < rounds; round += 1) {
      reportStep(`round ${round + 1} of ${rounds}`);
      const onSqlite = await delivering(port, null, deliveries);
      const bare = await bareLoop(port, onSqlite.bodyBytes, deliveries);
      const { url, drop } = await createDatabase(postgres.url);
      const onPostgres = await delivering(port, url, deliveries);
      await drop();
      ratios.SQLite!.push(onSqlite.perSecond / bare);
      ratios.PostgreSQL!.push(onPostgres.perSecond / bare);
    }
    return Object.entries(ratios).map(([store, all]) => measurement(store, median(all)));
  } finally {
    receiver.kill();
    await postgres.stop();
  }
}

interface Delivered {
  perSecond: number;
  bodyBytes: number;
}

async function delivering(port: string, databaseUrl: string | null, deliveries: number): Promise<Delivered> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rf-bench-'));
  const env = { ...process.env, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) };
  const args = [script('delivering'), folder, port, String(deliveries), String(CONCURRENCY)];
  try {
    return JSON.parse((await run(process.execPath, args, { env })).stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function bareLoop(port: string, bodyBytes: number, deliveries: number): Promise<number> {
  const args = [script('bare-loop'), port, String(deliveries), String(CONCURRENCY), String(bodyBytes)];
  return Number((await run(process.execPath, args)).stdout);
}

function script(name: string): string {
  return fileURLToPath(new URL(`webhooks/${name}.ts`, import.meta.url));
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  for await (const line of createInterface(stdout!)) return line;
  throw new Error('the receiver exited before it printed its port');
}

function measurement(store: string, ratio: number): Measurement {
  return {
    what: `deliveries per second from ${store}, compared with a bare loop of signed requests`,
    measured: `${ratio.toFixed(2)} times`,
    target: `at least ${LEAST_RATIO}`,
    met: ratio >= LEAST_RATIO,
    ratio,
  };
}

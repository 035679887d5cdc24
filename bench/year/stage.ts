// What is measured of a store while its history grows.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { ACTS, type Act, type ActName } from '@rf-indicators/contract/acts';
import { performAct } from '@rf-indicators/core/acts/perform';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import { withSnapshot } from '@rf-indicators/core/store/snapshot';
import { sqliteFile } from '@rf-indicators/core/store/sqlite-file';
import type { Queries, StoreLocation } from '@rf-indicators/core/store/store';
import { sql } from 'kysely';
import { actServicesOf } from '../../test/support/act-services.ts';
import { serve } from '../http/processes.ts';
import { median } from '../measurement.ts';
import type { World } from '../world/desk.ts';
import { scratch } from '../world/worlds.ts';

const LOOK_MS = 5;
const TIMES = 5;

export interface Stage {
  /** Of the SQLite file. */
  bytes: number;
  /** Entries of the record chain. */
  records: number;
  /** Milliseconds of CPU time, on one thread. */
  verify: number;
  /** As the daily check does it: since the checkpoint of the day before. */
  verifySince: number;
  /** Milliseconds of CPU time of the process until it is ready. */
  start: number;
  /** By path, the bytes of the uncompressed response. */
  pages: Record<string, number>;
  /** By act, milliseconds of CPU time. */
  reads: Record<string, number>;
}

interface Measured {
  world: World;
  location: { dataDir: string; masterKey: string };
}

export async function measureStage({ world, location }: Measured): Promise<Stage> {
  const { db } = world.desk.store;
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  const stored: StoreLocation = { ...location, databaseUrl: null };
  const verified = (checkpoint: string | null) =>
    withSnapshot(stored, ({ db: snapshot }) =>
      verifyAll(snapshot, {}, { since: checkpoint === null ? null : { checkpoint } }),
    );
  // Once before, for the compiler.
  const { findings, records } = await verified(null);
  if (findings.length > 0) throw new Error(`the store does not verify: ${JSON.stringify(findings[0])}`);
  const kept = await checkpointOfTheDayBefore(db);
  return {
    bytes: statSync(sqliteFile(location.dataDir)).size,
    records: records.entries,
    verify: await medianCpu(3, () => verified(null)),
    verifySince: await medianCpu(3, () => verified(kept)),
    ...(await measureService(db, location)),
    reads: await measureReads(world),
  };
}

/** A day has three: of two seals and of a publication. */
async function checkpointOfTheDayBefore(db: Queries): Promise<string> {
  const rows = await db
    .selectFrom('checkpoints')
    .select('note')
    .orderBy('tree_size', 'desc')
    .limit(4)
    .execute();
  return rows.at(-1)!.note;
}

/** Of a copy, because a service does work of its own. */
async function measureService(
  db: Queries,
  { dataDir, masterKey }: Measured['location'],
): Promise<Pick<Stage, 'start' | 'pages'>> {
  const folder = mkdtempSync(path.join(scratch(), 'served-'));
  execFileSync('cp', ['--recursive', '--reflink=auto', `${dataDir}/.`, folder]);
  const { slug } = await db
    .selectFrom('served_indicators')
    .select('slug')
    .orderBy('slug')
    .executeTakeFirstOrThrow();
  const server = await serve({ folder, databaseUrl: null }, { RF_MASTER_KEY: masterKey });
  try {
    while ((await fetch(`${server.url}/readyz`)).status !== 200)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const start = server.processorMs();
    const pages: Stage['pages'] = {};
    const paths = { '/': '/', 'the page of a provider': `/providers/${slug}`, '/changelog': '/changelog' };
    for (const [name, place] of Object.entries({ ...paths, '/api/public/scores': '/api/public/scores' })) {
      const response = await fetch(`${server.url}${place}`);
      if (response.status !== 200) throw new Error(`${place} answered ${response.status}`);
      pages[name] = (await response.arrayBuffer()).byteLength;
    }
    return { start, pages };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Every read of the staff that needs no input. */
async function measureReads({ desk, people, publisher }: World): Promise<Stage['reads']> {
  const services = actServicesOf(desk, () => publisher.masterKey);
  const reads: Stage['reads'] = {};
  for (const [name, { kind, who }] of Object.entries(ACTS) as [ActName, Act][]) {
    if (kind !== 'read' || who.staff === undefined) continue;
    const actor = Object.values(people).find(({ roles }) => who.staff!.some((role) => roles.includes(role)));
    if (actor === undefined) continue;
    const read = () => performAct(services, { kind: 'staff', actor }, name, {} as never);
    try {
      await read();
    } catch (error) {
      // It needs an input, or something that this world does not have.
      if (error instanceof Refusal) continue;
      throw error;
    }
    reads[name] = await medianCpu(TIMES, read);
  }
  return reads;
}

async function medianCpu(times: number, work: () => Promise<unknown>): Promise<number> {
  const measured: number[] = [];
  for (let time = 1; time <= times; time += 1) {
    const begun = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(begun);
    measured.push((user + system) / 1000);
  }
  return median(measured);
}

// Writes the daily dumps of the days that are over. What was written for a day never changes: a later correction is in
// the changelog and in the dumps of later days.

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { canonicalJson, type JsonValue, signObject, type VerifierKey } from '@rf-indicators/engine';
import type { Context } from '../../context/context.ts';
import { civilDate, instantText } from '../../context/times.ts';
import { currentSigner } from '../../log/current-signer.ts';
import { requireTrustedLog } from '../../log/trusted-log.ts';
import type { MasterKey } from '../../secrets/master-key.ts';
import type { Queries } from '../../store/store.ts';
import { moveTopic } from '../../store/topics.ts';
import { readDatasetIndex } from './read-datasets.ts';
import { type DatasetRecord, sha256, signedIndex } from './record.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A publication that began before midnight has ended by then. */
const SETTLED_MS = 10 * 60 * 1000;
/** Each transaction makes every process read again what is published, so a backlog is written in few of them. */
const DAYS_AT_ONCE = 31;

export interface DatasetDay {
  /** The UTC date. */
  date: string;
  /** The last millisecond of the day. */
  until: number;
}

export interface DatasetText {
  csv: string;
  rows: number;
  frameworkVersion: string;
}

export type RenderDataset = (day: DatasetDay) => Promise<DatasetText>;

export interface DatasetSigner {
  masterKey: MasterKey;
  pinned?: VerifierKey | null;
}

/** Returns how many were written. Stops after about `forMs`; the next call continues. */
export async function writeDueDatasets(
  context: Context,
  signer: DatasetSigner,
  render: RenderDataset,
  forMs = Number.POSITIVE_INFINITY,
): Promise<number> {
  const { db } = context.store;
  const end = performance.now() + forMs;
  let written = 0;
  for (;;) {
    const days = (await dueDays(db, context.clock())).slice(0, DAYS_AT_ONCE);
    if (days.length === 0 || performance.now() >= end) return written;
    if (written === 0) await requireTrustedLog(db, signer.pinned ?? null);
    const made: Made[] = [];
    for (const day of days) {
      made.push(await make(day, await render(day), context.clock()));
      if (performance.now() >= end) break;
    }
    // Another process that does the same was faster.
    if (!(await write(context, signer, made))) return written;
    written += made.length;
  }
}

interface Made {
  record: DatasetRecord;
  bytes: Uint8Array;
  madeAt: number;
}

const compress = promisify(gzip);

async function make(
  { date }: DatasetDay,
  { csv, rows, frameworkVersion }: DatasetText,
  madeAt: number,
): Promise<Made> {
  const bytes = await compress(csv, { level: 9 });
  const record: DatasetRecord = {
    date,
    framework_version: frameworkVersion,
    rows,
    bytes: bytes.length,
    sha256: sha256(bytes),
    csv_sha256: sha256(csv),
    made_at: instantText(madeAt),
  };
  return { record, bytes, madeAt };
}

/** The days that are over and have no dump, from the day of the first publication on, oldest first. */
async function dueDays(db: Queries, now: number): Promise<DatasetDay[]> {
  const newest = await db
    .selectFrom('datasets')
    .select(({ fn }) => fn.max('date').as('date'))
    .executeTakeFirst();
  const first = await firstPublication(db);
  if (first === null) return [];
  const begin = newest?.date ? Date.parse(newest.date) + DAY_MS : Date.parse(civilDate(first));
  const days: DatasetDay[] = [];
  for (let day = begin; day + DAY_MS + SETTLED_MS <= now; day += DAY_MS)
    days.push({ date: civilDate(day), until: day + DAY_MS - 1 });
  return days;
}

async function firstPublication(db: Queries): Promise<number | null> {
  const row = await db
    .selectFrom('indicators')
    .select(({ fn }) => fn.min('published_at').as('at'))
    .executeTakeFirst();
  return row?.at == null ? null : Number(row.at);
}

/** False if another process wrote these days meanwhile, or the signing key was rotated. */
async function write(
  { store }: Context,
  { masterKey }: DatasetSigner,
  made: readonly Made[],
): Promise<boolean> {
  const { datasets: known } = await readDatasetIndex(store.db);
  const key = await currentSigner(store.db, masterKey);
  const records = [...known];
  const rows: {
    date: string;
    record: string;
    bytes: Uint8Array;
    made_at: number;
    index_signature: string;
  }[] = [];
  for (const { record, bytes, madeAt } of made) {
    records.push(record);
    rows.push({
      date: record.date,
      record: canonicalJson(record as unknown as JsonValue),
      bytes,
      made_at: madeAt,
      index_signature: JSON.stringify(await signObject(signedIndex(records), key)),
    });
  }
  return store.transaction(async (writes) => {
    const now = await readDatasetIndex(writes);
    const { valid_until } = await writes
      .selectFrom('signing_keys')
      .select('valid_until')
      .where('key_id', '=', key.id)
      .executeTakeFirstOrThrow();
    const newest = now.datasets.at(-1)?.date ?? '';
    const isWritten = newest >= made[0]!.record.date;
    if (isWritten || now.datasets.length !== known.length || valid_until !== null) return false;
    for (const row of rows) await writes.insertInto('datasets').values(row).execute();
    await moveTopic(writes, 'datasets');
    return true;
  });
}

// Flips one byte of a copy of a store, and finds out who notices.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { examine } from '@rf-indicators/core/desk/doctor/doctor';
import { readCheckpointFile } from '@rf-indicators/core/desk/log/checkpoint-file';
import { readPinnedKey } from '@rf-indicators/core/desk/log/pinned-key';
import { verifyAll } from '@rf-indicators/core/desk/log/verify-all';
import { openStore } from '@rf-indicators/core/store/open';
import { sqliteFile } from '@rf-indicators/core/store/sqlite';
import type { Store } from '@rf-indicators/core/store/store';
import { type Answers, answersOf, differentAnswers, type Request, requestsFor } from './answers.ts';
import { type Content, differences, readContent } from './content.ts';
import { isOperational } from './coverage.ts';

export interface Flip {
  offset: number;
  /** The bits to flip, from 1 to 255. */
  bits: number;
}

/** The first that noticed the flip, or why nobody had to. */
export type Outcome =
  | 'found by opening'
  | 'found by doctor'
  | 'found by verify'
  | 'no effect'
  | 'operational'
  | 'missed';

export interface Verdict extends Flip {
  outcome: Outcome;
  /** What was said, or which columns and answers changed. */
  detail: string;
}

export interface Intact {
  folder: string;
  bytes: Buffer;
  content: Content;
  requests: readonly Request[];
  answers: Answers;
  now: number;
}

/** `folder` has a closed store, whose WAL is empty. `now` is the time of the checks. */
export async function readIntact(folder: string, now: number): Promise<Intact> {
  const bytes = readFileSync(sqliteFile(folder));
  const content = readContent(sqliteFile(folder));
  const store = await openStore({ dataDir: folder, databaseUrl: null });
  try {
    const requests = await requestsFor(store.db);
    const answers = await answersOf(store.db, requests, now);
    return { folder, bytes, content, requests, answers, now };
  } finally {
    await store.close();
  }
}

export function flipAt(intact: Intact, numbers: (below: number) => number): Flip {
  return { offset: numbers(intact.bytes.length), bits: 1 + numbers(255) };
}

/** Works in `scratch`, which it empties before and after. */
export async function judgeFlip(intact: Intact, flip: Flip, scratch: string): Promise<Verdict> {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { mode: 0o700 });
  for (const name of ['master.key', 'verifier.pub', 'checkpoints.jsonl'])
    cpSync(path.join(intact.folder, name), path.join(scratch, name));
  const bytes = Buffer.from(intact.bytes);
  bytes[flip.offset]! ^= flip.bits;
  writeFileSync(sqliteFile(scratch), bytes, { mode: 0o600 });
  try {
    return { ...flip, ...(await judge(intact, scratch)) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

type Judgement = Pick<Verdict, 'outcome' | 'detail'>;

async function judge(intact: Intact, folder: string): Promise<Judgement> {
  // Before the store is opened for writing, as an operator would.
  const diagnosed = await doctorFinding(folder, intact.now);
  let store: Store;
  try {
    store = await openStore({ dataDir: folder, databaseUrl: null });
  } catch (error) {
    return { outcome: 'found by opening', detail: (error as Error).message };
  }
  try {
    if (diagnosed !== null) return { outcome: 'found by doctor', detail: diagnosed };
    const changed = differences(intact.content, readContent(sqliteFile(folder)));
    const verified = changed.length === 0 ? null : await verifyFinding(store, folder);
    if (verified !== null) return { outcome: 'found by verify', detail: verified };
    const served = differentAnswers(intact.answers, await answersOf(store.db, intact.requests, intact.now));
    return unnoticed(changed, served);
  } finally {
    await store.close();
  }
}

function unnoticed(changed: readonly string[], served: readonly string[]): Judgement {
  const detail = [changed.join(', '), served.length === 0 ? '' : `served: ${served.slice(0, 3).join(', ')}`]
    .filter((part) => part !== '')
    .join('; ');
  if (changed.length === 0) return { outcome: served.length === 0 ? 'no effect' : 'missed', detail };
  if (served.length === 0 && changed.every(isOperational)) return { outcome: 'operational', detail };
  return { outcome: 'missed', detail };
}

/** The first finding that makes rf doctor exit with code 1. */
async function doctorFinding(dataDir: string, now: number): Promise<string | null> {
  const found = await examine({
    location: { dataDir, databaseUrl: null },
    masterKey: undefined,
    verifierKey: undefined,
    checkpointFile: path.join(dataDir, 'checkpoints.jsonl'),
    ignoresSecondPerson: false,
    witnesses: [],
    witnessQuorum: 0,
    now,
  });
  const failed = found.find(({ state }) => state === 'fail');
  return failed === undefined ? null : `${failed.name}: ${failed.what}`;
}

/** The first finding of rf verify --all; an error ends the command too. */
async function verifyFinding({ db }: Store, dataDir: string): Promise<string | null> {
  try {
    const pinned = (await readPinnedKey(dataDir, undefined))?.key ?? null;
    const checkpoints = readCheckpointFile(path.join(dataDir, 'checkpoints.jsonl'));
    const { findings } = await verifyAll(db, { pinned, checkpoints });
    const [first] = findings;
    return first === undefined ? null : `${first.record}: ${first.problem}`;
  } catch (error) {
    return (error as Error).message;
  }
}

// kill -9 at a random moment while values are entered, runs computed and indicators published, again and again
// on the same store: nothing acknowledged is lost, and nothing is there by halves.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withSnapshot } from '@rf-indicators/core/store/snapshot';
import type { Queries, StoreLocation } from '@rf-indicators/core/store/store';
import { cases, seededNumbers } from '../../../../../test/support/counts.ts';
import { foundOnDisk, OPENING } from '../../../../../test/support/reopened.ts';
import { unsoundness } from '../../../../../test/support/soundness.ts';
import { emptyLocation, onEachStore } from '../../../../../test/support/stores.ts';

const VICTIM = fileURLToPath(new URL('../../../../../test/support/kill-victim.ts', import.meta.url));
/** Two rounds of five acknowledged steps and the begin of a transaction. */
const LINES = 12;
const LONGEST_DELAY_MS = 40;
/** More simulated time than one victim lives through, and a hundred of them fit between two gate checks. */
const TIME_FOR_EACH = 10 * 60_000;

/** Lines, not milliseconds from the start, so that it hits every step on a fast machine and on a slow one. */
interface Moment {
  /** The nth line of the victim, or its nth line that says this. */
  nth: number;
  says: 'writing' | null;
  delayMs: number;
}

/** Half of the moments lie in or near the transaction that publishes; short delays come more often. */
function randomMoment(random: (below: number) => number): Moment {
  const delayMs = random(1 + random(LONGEST_DELAY_MS));
  if (random(2) === 0) return { nth: 1 + random(2), says: 'writing', delayMs };
  return { nth: 1 + random(LINES), says: null, delayMs };
}

/** Kills a victim at that moment, and gives all the lines it wrote. */
function kill(location: StoreLocation, start: number, { nth, says, delayMs }: Moment): Promise<string[]> {
  const { dataDir, databaseUrl } = location;
  const env = { ...process.env, DATABASE_URL: databaseUrl ?? undefined };
  const victim = spawn(process.execPath, [VICTIM, dataDir, String(start)], { env });
  const lines: string[] = [];
  let complaints = '';
  createInterface(victim.stdout).on('line', (line) => {
    lines.push(line);
    if (says !== null && line !== says) return;
    const count = lines.filter((earlier) => says === null || earlier === says).length;
    if (count === nth) setTimeout(() => victim.kill('SIGKILL'), delayMs);
  });
  victim.stderr.setEncoding('utf8').on('data', (text) => {
    complaints += text;
  });
  return new Promise((resolve, reject) => {
    victim.on('error', reject);
    victim.on('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve(lines);
      else reject(new Error(`the victim ended by itself (${code}): ${complaints}`));
    });
  });
}

/** The acknowledged lines that the store does not bear out. */
async function lost(db: Queries, lines: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const line of lines) {
    if (!(await isKept(db, line.split(' ')))) missing.push(`acknowledged and lost: ${line}`);
  }
  return missing;
}

async function isKept(db: Queries, [what, ...ids]: string[]): Promise<boolean> {
  const [id = '', runId = '', count] = ids;
  switch (what) {
    case 'ready':
    case 'writing':
      return true;
    case 'proposed':
      return (
        (await db.selectFrom('proposals').select('id').where('id', 'in', ids).execute()).length === ids.length
      );
    case 'approved': {
      const query = db.selectFrom('decisions').select('decision').where('proposal_id', 'in', ids);
      const rows = await query.execute();
      return rows.length === ids.length && rows.every(({ decision }) => decision === 'approved');
    }
    case 'drafted':
      return ['draft', 'published'].includes(await statusOf(db, id));
    case 'decided':
      return hasOutcome(db, id);
    case 'published': {
      const query = db
        .selectFrom('publications')
        .innerJoin('indicators', 'indicators.publication_id', 'publications.id')
        .select('verification_id')
        .where('publications.id', '=', id)
        .where('publications.run_id', '=', runId);
      return (await query.execute()).length === Number(count) && (await statusOf(db, runId)) === 'published';
    }
    default:
      throw new Error(`unknown line: ${what}`);
  }
}

async function statusOf(db: Queries, runId: string): Promise<string> {
  const row = await db.selectFrom('runs').select('status').where('id', '=', runId).executeTakeFirst();
  return row?.status ?? 'lost';
}

async function tellWhatWasHit(location: StoreLocation, lastLines: string[], t: TestContext): Promise<void> {
  const moments = Object.entries(Object.groupBy(lastLines, (line) => line.split(' ')[0]!));
  const killed = moments.map(([what, lines]) => `${lines!.length} after "${what}"`).join(', ');
  await withSnapshot(location, async ({ db }) => {
    const runs = await db.selectFrom('runs').select('status').execute();
    const counts = Object.entries(Object.groupBy(runs, ({ status }) => status));
    t.diagnostic(
      `killed ${killed}; runs: ${counts.map(([status, all]) => `${all!.length} ${status}`).join(', ')}`,
    );
  });
}

onEachStore(
  'kill -9 while running and publishing loses nothing and leaves nothing by halves',
  async (kind, t) => {
    const location = await emptyLocation(kind, t, 'disk');
    // No connection stays open here, so that whoever opens the store after a kill has to recover it.
    await foundOnDisk(location);
    const random = seededNumbers(kind === 'sqlite' ? 3 : 4);
    const acknowledged: string[] = [];
    const lastLines: string[] = [];
    const kills = cases(2, 200);
    for (let count = 1; count <= kills; count += 1) {
      const start = OPENING + count * TIME_FOR_EACH;
      const lines = await kill(location, start, randomMoment(random));
      // Nothing published ever goes away, so a large store is replayed as a whole at every tenth kill only.
      const replay = count <= 6 || count % 10 === 0;
      const wrong = await unsoundness(location, { replay, alsoWrong: (db) => lost(db, lines) });
      assert.deepEqual(wrong, [], `after kill ${count} of ${kills}`);
      acknowledged.push(...lines);
      lastLines.push(lines.at(-1)!);
    }
    assert.deepEqual(await withSnapshot(location, ({ db }) => lost(db, acknowledged)), []);
    await tellWhatWasHit(location, lastLines, t);
  },
);

/** A draft that has nothing for the committee has no outcome either. */
async function hasOutcome(db: Queries, runId: string): Promise<boolean> {
  const kinds = await db
    .selectFrom('committee_entries')
    .select('kind')
    .where('scope', '=', `run/${runId}`)
    .execute();
  return kinds.length === 0 || kinds.some(({ kind }) => kind === 'outcome');
}

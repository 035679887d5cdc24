// Makes the rows of the due board again: those of providers about which something changed, those that were computed for
// another day or framework, and those of providers that have none yet.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Methodology } from '@rf-indicators/engine';
import { type Insertable, sql } from 'kysely';
import type { Context } from '../../context/context.ts';
import { civilDate, dayAfter } from '../../context/times.ts';
import { inPortions, insertAll } from '../../store/bulk.ts';
import { fold } from '../../store/fold.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { factsAsOf, type ProviderFacts } from '../facts/facts.ts';
import { enlistDue } from '../inputs/outdate.ts';
import { findEffectiveMethodology } from '../methodology/signed.ts';
import { asProvider, latestRecords } from '../providers/providers.ts';
import { listedFacts } from './listed-facts.ts';
import { assessDue } from './points-at-risk.ts';

type ProviderRow = Insertable<Database['due_providers']>;
type InputRow = Insertable<Database['due_inputs']>;

/** Later than every day, so that inputs without evidence are the last in the order of days. */
export const NO_DAY = '9999-12-31';
/** One transaction, short enough that others hardly wait for it. */
const AT_ONCE = 10;
/** The same for somebody who waits for the board, and how long they wait at most for the rows of what was just changed. */
const BRIEFLY = { atOnce: 3, forMs: 30 };

export interface Refreshing {
  /** How long to work; until everything is up to date, if absent. */
  forMs?: number | undefined;
  progress?: ((done: number, all: number) => void) | undefined;
}

/**
 * Returns how many providers are still outdated: their points are those of an earlier day, or they are not on the board
 * yet.
 */
export async function refreshDue(
  context: Context,
  { forMs = Number.POSITIVE_INFINITY, progress }: Refreshing = {},
): Promise<number> {
  const { db } = context.store;
  const effective = await findEffectiveMethodology(db, context.clock());
  if (effective === null) return 0;
  await enlistMissing(context);
  const outdated = await outdatedProviders(db, civilDate(context.clock()), effective.digest);
  const end = performance.now() + forMs;
  let done = 0;
  for (const ids of inPortions(outdated, AT_ONCE)) {
    if (performance.now() > end) break;
    await makeRows(context, effective, ids);
    done += ids.length;
    progress?.(done, outdated.length);
  }
  return outdated.length - done;
}

/**
 * For people who wait: only what somebody has just changed, so that they see it, and not for long. The rest, such as every
 * provider on a new day, is left to the scheduled work.
 */
export async function refreshBriefly(context: Context): Promise<number> {
  const { db } = context.store;
  const effective = await findEffectiveMethodology(db, context.clock());
  if (effective === null) return 0;
  const outdated = await countOutdated(db, civilDate(context.clock()), effective.digest);
  const end = performance.now() + BRIEFLY.forMs;
  let done = 0;
  while (done < outdated && performance.now() <= end) {
    const changed = await changedProviders(db).limit(BRIEFLY.atOnce).execute();
    if (changed.length === 0) break;
    await makeRows(
      context,
      effective,
      changed.map(({ provider_id }) => provider_id),
    );
    done += changed.length;
    await nextTurn();
  }
  return Math.max(0, outdated - done);
}

type Effective = NonNullable<Awaited<ReturnType<typeof findEffectiveMethodology>>>;

function makeRows(
  context: Context,
  { methodology, digest }: Effective,
  ids: readonly string[],
): Promise<void> {
  return context.store.transaction((writes) => writeRows(context, writes, methodology, digest, ids));
}

function changedProviders(db: Queries) {
  return db.selectFrom('due_providers').select('provider_id').where('computed_on', '=', '');
}

/** The conditions are ranges of an index: usually every provider is up to date, and none is counted. */
async function countOutdated(db: Queries, today: string, digest: string): Promise<number> {
  const { rows } = await sql<{ outdated: number }>`select
    (select count(*) from due_providers where computed_on < ${today})
    + (select count(*) from due_providers where computed_on > ${today})
    + (select count(*) from due_providers where computed_on = ${today} and methodology_digest < ${digest})
    + (select count(*) from due_providers where computed_on = ${today} and methodology_digest > ${digest})
    as outdated`.execute(db);
  return Number(rows[0]!.outdated);
}

/** Those without a day come first: they are new, or somebody has just changed something about them. */
async function outdatedProviders(db: Queries, today: string, digest: string): Promise<string[]> {
  const rows = await db
    .selectFrom('due_providers')
    .select('provider_id')
    .where(({ eb, or }) => or([eb('computed_on', '<>', today), eb('methodology_digest', '<>', digest)]))
    .orderBy('computed_on')
    .execute();
  return rows.map(({ provider_id }) => provider_id);
}

/** Puts providers on the board that an older version of the program added, which did not do so. */
async function enlistMissing({ store }: Context): Promise<void> {
  const missing = await latestRecords(store.db)
    .leftJoin('due_providers', 'due_providers.provider_id', 'providers.id')
    .where('due_providers.provider_id', 'is', null)
    .execute();
  if (missing.length > 0) await store.transaction((writes) => enlistDue(writes, missing.map(asProvider)));
}

async function writeRows(
  context: Context,
  writes: Writes,
  methodology: Methodology,
  digest: string,
  ids: readonly string[],
): Promise<void> {
  const asOf = context.clock();
  const active = await activeOf(writes, ids);
  const all = await factsAsOf(writes, methodology, ids, asOf, asOf);
  await writes
    .deleteFrom('due_inputs')
    .where('provider_id', 'in', [...ids])
    .execute();
  await writes
    .deleteFrom('due_providers')
    .where('provider_id', 'in', [...ids])
    .execute();
  const providers: ProviderRow[] = [];
  const inputs: InputRow[] = [];
  for (const facts of all) {
    const made = rowsOf(methodology, digest, facts, asOf);
    providers.push(made.provider);
    if (active.has(facts.id)) inputs.push(...made.inputs);
  }
  await insertAll(writes, 'due_providers', providers);
  await insertAll(writes, 'due_inputs', inputs);
}

async function activeOf(writes: Writes, ids: readonly string[]): Promise<Set<string>> {
  const rows = await writes
    .selectFrom('providers')
    .select('id')
    .where('id', 'in', [...ids])
    .where('retired_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

function rowsOf(
  methodology: Methodology,
  digest: string,
  facts: ProviderFacts,
  asOf: number,
): { provider: ProviderRow; inputs: InputRow[] } {
  const { id, slug, name, planner_type } = facts;
  const { score, band, stakes, bandWithout } = assessDue(methodology, facts, asOf);
  const provider: ProviderRow = {
    ...{ provider_id: id, slug, name, folded_name: fold(name), planner_type, score, band },
    payout_currency: facts.facts.payout_currency?.value ?? null,
    facts: JSON.stringify(listedFacts(facts)),
    ...{ computed_on: civilDate(asOf), methodology_digest: digest },
  };
  const inputs = stakes.map(
    ({ input, is_gate, value, grade, evidence_date, loses_from, lapses_on, ...stake }): InputRow => ({
      ...{ provider_id: id, input_id: input, slug, planner_type, is_gate: is_gate ? 1 : 0 },
      ...{ value, grade, evidence_date, max_age: stake.max_age },
      soon_from: loses_from === null ? NO_DAY : dayAfter(loses_from, -Math.floor(stake.max_age / 3)),
      loses_from: loses_from ?? NO_DAY,
      ...{ lapses_on, points: stake.points_at_stake },
      band_if_lost: is_gate ? null : value === null ? band : bandWithout(stake.criteria),
    }),
  );
  return { provider, inputs };
}

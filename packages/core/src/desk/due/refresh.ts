// Makes the rows of the due board again: those of providers about which something changed, those that were computed for
// another day or framework, and those of providers that have none yet.

import type { Methodology } from '@rf-indicators/engine';
import type { Insertable } from 'kysely';
import type { Context } from '../../context/context.ts';
import { civilDate, dayAfter } from '../../context/times.ts';
import { inPortions, insertAll } from '../../store/bulk.ts';
import { fold } from '../../store/fold.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { factsAsOf, type ProviderFacts } from '../facts/facts.ts';
import { findEffectiveMethodology } from '../methodology/signed.ts';
import { assessDue } from './points-at-risk.ts';

type ProviderRow = Insertable<Database['due_providers']>;
type InputRow = Insertable<Database['due_inputs']>;

/** Later than every day, so that inputs without evidence are the last in the order of days. */
export const NO_DAY = '9999-12-31';
/** One transaction, short enough that others hardly wait for it. */
const AT_ONCE = 10;

/**
 * Works for about this long, and returns how many providers are still outdated: their points are those of an earlier day,
 * or they are not on the board yet.
 */
export async function refreshDue(context: Context, forMs = Number.POSITIVE_INFINITY): Promise<number> {
  const { store, clock } = context;
  const effective = await findEffectiveMethodology(store.db, clock());
  if (effective === null) return 0;
  const { methodology, digest } = effective;
  const outdated = await outdatedProviders(store.db, civilDate(clock()), digest);
  const end = performance.now() + forMs;
  let done = 0;
  for (const ids of inPortions(outdated, AT_ONCE)) {
    if (performance.now() > end) break;
    await store.transaction((writes) => writeRows(context, writes, methodology, digest, ids));
    done += ids.length;
  }
  return outdated.length - done;
}

/** Those without a day come first: they are new, or somebody has just changed something about them. */
async function outdatedProviders(db: Queries, today: string, digest: string): Promise<string[]> {
  const rows = await db
    .selectFrom('providers')
    .leftJoin('due_providers', 'due_providers.provider_id', 'providers.id')
    .select(['providers.id', 'computed_on'])
    .where(({ eb, or }) =>
      or([
        eb('due_providers.provider_id', 'is', null),
        eb('computed_on', '<>', today),
        eb('methodology_digest', '<>', digest),
      ]),
    )
    .execute();
  const isNew = (computedOn: string | null) => (computedOn ? 1 : 0);
  return rows.toSorted((a, b) => isNew(a.computed_on) - isNew(b.computed_on)).map(({ id }) => id);
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

// Checks a batch of proposed rows against what is on record: values must fit together, and a value that follows from
// others must be the one that a run would derive. Such a value is not proposed: the run derives it.

import type { Methodology } from '@rf-indicators/engine';
import type { RefusalDetail } from '../../context/refusal.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { type Assembled, assembleFacts, type Records } from '../facts/assemble-facts.ts';
import { combinationProblems } from '../facts/combinations.ts';
import { absorptionIsDerived } from '../facts/derive.ts';
import { CHECKED_TOGETHER } from '../facts/fact-definitions.ts';
import { recordsAsOf } from '../facts/facts.ts';
import { placeOf } from '../import/rows.ts';
import type { InputRow } from './input-rows.ts';
import { asIfApproved } from './plausible-rows.ts';

/** Adds what is wrong to the problems, and returns the rows to propose. */
export async function checkEntries(
  db: Queries | Writes,
  methodology: Methodology,
  rows: readonly InputRow[],
  now: number,
  problems: RefusalDetail[],
): Promise<InputRow[]> {
  if (!rows.some(({ input }) => CHECKED_TOGETHER.includes(input))) return [...rows];
  const byProvider = Map.groupBy(rows, ({ provider }) => provider?.id ?? null);
  const proposedRates = (byProvider.get(null) ?? []).map((row, index) => asIfApproved(row, index, now));
  const toPropose = [...(byProvider.get(null) ?? [])];
  byProvider.delete(null);
  for (const portion of inPortions([...byProvider.keys()] as string[])) {
    const only = [...CHECKED_TOGETHER, 'reserve_coverage'];
    const known = await recordsAsOf(db, portion, now, now, { only });
    for (const id of portion) {
      const records = known.get(id)!;
      const own = byProvider.get(id)!;
      const approved: Records = {
        ...records,
        rates: [...records.rates, ...proposedRates],
        rows: [...records.rows, ...own.map((row, index) => asIfApproved(row, index, now))],
      };
      const before = assembleFacts(methodology, records, now);
      const after = assembleFacts(methodology, approved, now);
      reportNewCombinations(before, after, own, problems);
      toPropose.push(...own.filter((row) => !checkDerived(after, row, problems)));
    }
  }
  const kept = new Set(toPropose);
  return rows.filter((row) => kept.has(row));
}

function reportNewCombinations(
  before: Assembled,
  after: Assembled,
  rows: readonly InputRow[],
  problems: RefusalDetail[],
): void {
  // What is impossible is reported with its row in plausible-rows.ts.
  const combined = (facts: Assembled) => combinationProblems({ ...facts, implausible: [] });
  const known = new Set(combined(before).map(({ code }) => code));
  for (const { code, inputs, message } of combined(after)) {
    const row = rows.find(({ input }) => inputs.includes(input));
    if (row && !known.has(code)) problems.push({ place: placeOf(row.place, 'value'), code, message });
  }
}

/** Whether the row has a value that a run derives. */
function checkDerived(after: Assembled, row: InputRow, problems: RefusalDetail[]): boolean {
  const isDerived =
    row.input === 'yield_spread' ||
    (row.input === 'btc_shock_absorption' &&
      absorptionIsDerived({ bitcoinBacked: after.flags.bitcoin_backed !== false, facts: after.facts }));
  if (!isDerived) return false;
  const derived = after.inputs[row.input];
  const add = (code: string, message: string) =>
    problems.push({ place: placeOf(row.place, 'value'), code, message });
  const [code, bases] =
    row.input === 'yield_spread'
      ? ['E2', 'yield_max, payout_currency and the reference_rate of that currency']
      : ['E4', 'reserve_coverage'];
  if (derived === undefined || !derived.approval || !('derived' in derived.approval)) {
    add(code, `is derived from ${bases}; propose these with their evidence`);
  } else if (derived.value !== row.value) {
    const from = (derived.approval.from as readonly string[]).map(
      (id) => `${id} ${(after.inputs[id] ?? after.facts[id])!.value}`,
    );
    add(code, `must be ${derived.value}, not ${row.value}: it is derived from ${from.join(' and ')}`);
  }
  return true;
}

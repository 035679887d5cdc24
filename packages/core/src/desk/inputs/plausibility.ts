// Weighs values against the document of entry checks: what is impossible, and what is unusual, among values that somebody proposes
// or approves together.

import type { Methodology } from '@rf-indicators/engine';
import { inPortions } from '../../store/bulk.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { type ApprovedRow, assembleFacts, currentRate, type Records } from '../facts/assemble-facts.ts';
import { combinationProblems } from '../facts/combinations.ts';
import { approvedRates, recordsAsOf } from '../facts/facts.ts';
import { knownValue } from '../facts/known-value.ts';
import type { EntryChecksDocument } from '../facts/plausibility/document.ts';
import { whyImpossible } from '../facts/plausibility/impossible.ts';
import { type UnusualMark, unusualMarks } from '../facts/plausibility/unusual.ts';

export interface WeighedValue {
  /** As it would count if it were approved; a rate has a currency instead of a provider. */
  row: ApprovedRow;
  quote: string | null;
}

export interface Plausibility {
  /** In sentences. */
  impossible: string[];
  unusual: UnusualMark[];
}

interface Scale {
  db: Queries | Writes;
  methodology: Methodology;
  checks: EntryChecksDocument;
  now: number;
}

/** In the order of the values. Those of one provider are weighed together: they would be approved together. */
export async function plausibilityOf(scale: Scale, values: readonly WeighedValue[]): Promise<Plausibility[]> {
  const weighed = new Map<WeighedValue, Plausibility>();
  const { methodology, checks, db, now } = scale;
  const rates = values.filter(({ row }) => row.provider_id === null);
  const known = rates.length === 0 ? [] : await approvedRates(db, now, now);
  for (const one of rates) {
    const current = currentRate(methodology, known, one.row.currency!, now)?.value ?? null;
    weighed.set(one, weigh(checks, one, current, { gates: {}, inputs: {}, facts: {} }));
  }
  const byProvider = Map.groupBy(
    values.filter(({ row }) => row.provider_id !== null),
    ({ row }) => row.provider_id!,
  );
  const inputs = [...new Set(values.map(({ row }) => row.input_id))];
  const only = [...inputs, ...crossedWith(checks, inputs)];
  for (const ids of inPortions([...byProvider.keys()])) {
    for (const [id, records] of await recordsAsOf(db, ids, now, now, { only })) {
      for (const [one, found] of weighTogether(methodology, records, byProvider.get(id)!, now))
        weighed.set(one, found);
    }
  }
  return values.map((one) => weighed.get(one)!);
}

/** The values of one provider, with what is known of it. */
export function weighTogether(
  methodology: Methodology,
  records: Records,
  values: readonly WeighedValue[],
  now: number,
): Map<WeighedValue, Plausibility> {
  const before = assembleFacts(methodology, records, now);
  const rows = [...records.rows, ...values.map(({ row }) => row)];
  const after = assembleFacts(methodology, { ...records, rows }, now);
  const { checks } = records;
  const combined = combinationProblems(after);
  return new Map(
    values.map((one) => {
      const { input_id } = one.row;
      const found = weigh(checks, one, knownValue(before, input_id)?.value ?? null, after);
      const together = combined.filter(
        ({ code, inputs }) => code === 'impossible' && inputs.length > 1 && inputs.includes(input_id),
      );
      return [
        one,
        { ...found, impossible: [...found.impossible, ...together.map(({ message }) => message)] },
      ];
    }),
  );
}

function weigh(
  checks: EntryChecksDocument,
  { row, quote }: WeighedValue,
  current: string | null,
  after: Parameters<typeof unusualMarks>[3],
): Plausibility {
  const { input_id: input, value, renewal } = row;
  const why = whyImpossible(checks, input, value);
  if (why !== null) return { impossible: [why], unusual: [] };
  const entered = { input, value, quote, isRenewal: renewal === 1 };
  return { impossible: [], unusual: unusualMarks(checks, entered, current, after) };
}

/** What the document compares with these inputs. */
function crossedWith({ orders, sums }: EntryChecksDocument, inputs: readonly string[]): string[] {
  const groups = [...orders.map(({ lower, upper }) => [lower, upper]), ...sums.map((sum) => sum.inputs)];
  return groups.filter((group) => group.some((input) => inputs.includes(input))).flat();
}

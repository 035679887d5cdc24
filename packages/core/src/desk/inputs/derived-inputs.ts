// Runs the entry checks on a batch of inputs, with the recorded figures that they depend on.

import { formatHundredths, type Methodology, parseScaled } from '@rf-indicators/engine';
import type { RefusalDetail } from '../../context/refusal.ts';
import type { Writes } from '../../store/store.ts';
import { placeOf } from '../import/file.ts';
import { type EffectiveRate, referenceRateOn } from '../providers/reference-rates.ts';
import { shockAbsorption, shockAbsorptionIsDerived, yieldSourceHolds, yieldSpread } from './entry-checks.ts';
import { factsAsOf } from './facts.ts';
import { type InputRow, memoized } from './input-rows.ts';

/** The figures that a check used, which are kept with the proposal. */
export type CheckFacts = Record<string, string>;

type AddProblem = (row: InputRow, code: string, message: string) => void;

/** Checks every row and returns the facts of each, in the same order. Failed checks are added to the problems. */
export async function checkEntries(
  writes: Writes,
  methodology: Methodology,
  rows: readonly InputRow[],
  now: number,
  problems: RefusalDetail[],
): Promise<CheckFacts[]> {
  const addProblem: AddProblem = ({ place }, code, message) => {
    problems.push({ place: placeOf(place, 'value'), code, message });
  };
  const coverages = Map.groupBy(
    rows.filter(({ input }) => input === 'reserve_coverage'),
    ({ provider }) => provider.id,
  );
  const rateOn = memoized((currencyAndDay) => {
    const [currency, day] = currencyAndDay.split(' ') as [string, string];
    return referenceRateOn(writes, currency, day);
  });
  const facts: CheckFacts[] = [];
  for (const row of rows) {
    switch (row.input) {
      case 'yield_source':
        facts.push(checkYieldSource(row, addProblem));
        break;
      case 'yield_spread':
        facts.push(await checkYieldSpread(row, rateOn, addProblem));
        break;
      case 'btc_shock_absorption':
        facts.push(await checkShockAbsorption(writes, methodology, row, coverages, now, addProblem));
        break;
      default:
        facts.push({});
    }
  }
  return facts;
}

function checkYieldSource(row: InputRow, addProblem: AddProblem): CheckFacts {
  const { provider, value } = row;
  if (!yieldSourceHolds(value, provider.flags)) {
    addProblem(row, 'E1', `${value} requires a provider that lends, but ${provider.name} has lends = false`);
  }
  return {};
}

async function checkYieldSpread(
  row: InputRow,
  rateOn: (currencyAndDay: string) => Promise<EffectiveRate | null>,
  addProblem: AddProblem,
): Promise<CheckFacts> {
  const { yield_max, payout_currency, name } = row.provider;
  const day = row.evidence.evidence_date;
  const rate = await rateOn(`${payout_currency} ${day}`);
  if (rate === null) {
    const message =
      `there is no reference rate for ${payout_currency} on ${day}; ` +
      `record the rate for that day first (rf providers rate ${payout_currency} …)`;
    addProblem(row, 'E2', message);
    return {};
  }
  const reference_rate = formatHundredths(rate.hundredths);
  const expected = yieldSpread(parseScaled(yield_max, 2)!, rate.hundredths);
  if (parseScaled(row.value, 2) !== expected) {
    const why = `${name} pays up to ${yield_max} in ${payout_currency}, whose reference rate is ${reference_rate}`;
    addProblem(row, 'E2', `must be ${formatHundredths(expected)}, not ${row.value}: ${why}`);
  }
  const facts: CheckFacts = { yield_max, payout_currency, reference_rate };
  if (rate.effective_on !== null) facts.reference_rate_since = rate.effective_on;
  return facts;
}

async function checkShockAbsorption(
  writes: Writes,
  methodology: Methodology,
  row: InputRow,
  coverages: ReadonlyMap<string, readonly InputRow[]>,
  now: number,
  addProblem: AddProblem,
): Promise<CheckFacts> {
  if (!shockAbsorptionIsDerived(row.provider)) return {};
  const day = row.evidence.evidence_date;
  const coverage =
    newestUpTo(day, coverages.get(row.provider.id) ?? []) ??
    (await coverageOnRecord(writes, methodology, row, now));
  if (coverage === null) {
    const message = `depends on reserve_coverage, which is not on record for ${day}; propose it in the same batch`;
    addProblem(row, 'E4', message);
    return {};
  }
  const expected = shockAbsorption(parseScaled(coverage, 2)!, row.bitcoinPart ?? undefined);
  const facts: CheckFacts = { reserve_coverage: coverage };
  // Omitted if it was not given, so that a renewal uses the coverage of its own day.
  if (row.bitcoinPart !== null) facts.bitcoin_part = formatHundredths(row.bitcoinPart);
  if (parseScaled(row.value, 2) !== expected) {
    const part = facts.bitcoin_part ?? `${coverage} (all of it)`;
    const why = `reserve_coverage is ${coverage} and its bitcoin part ${part}`;
    addProblem(row, 'E4', `must be ${formatHundredths(expected)}, not ${row.value}: ${why}`);
  }
  return facts;
}

function newestUpTo(day: string, rows: readonly InputRow[]): string | null {
  const dated = rows
    .filter(({ evidence }) => evidence.evidence_date <= day)
    .sort((a, b) => (a.evidence.evidence_date < b.evidence.evidence_date ? -1 : 1));
  return dated.at(-1)?.value ?? null;
}

async function coverageOnRecord(
  writes: Writes,
  methodology: Methodology,
  { provider, evidence }: InputRow,
  now: number,
): Promise<string | null> {
  const asOf = Date.parse(`${evidence.evidence_date}T00:00:00Z`);
  const [known] = await factsAsOf(writes, methodology, [provider.id], asOf, now);
  return known?.inputs.reserve_coverage?.value ?? null;
}

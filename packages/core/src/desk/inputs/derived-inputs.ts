// The entry checks on a batch of inputs, with the figures on record that they need.

import { formatHundredths, type Methodology, parseScaled } from '@rf-indicators/engine';
import type { RefusalDetail } from '../../context/refusal.ts';
import type { Writes } from '../../store/store.ts';
import { placeOf } from '../import/file.ts';
import { type RateInForce, referenceRateOn } from '../providers/reference-rates.ts';
import { shockAbsorption, shockAbsorptionIsDerived, yieldSourceHolds, yieldSpread } from './entry-checks.ts';
import { factsAsOf } from './facts.ts';
import { type InputRow, remembered } from './input-rows.ts';

/** The figures that a check used; they are kept with the proposal. */
export type CheckFacts = Record<string, string>;

type Fault = (row: InputRow, code: string, message: string) => void;

/** Checks every row; the facts stand in the order of the rows, and what does not hold is noted. */
export async function checkEntries(
  writes: Writes,
  methodology: Methodology,
  rows: readonly InputRow[],
  now: number,
  faults: RefusalDetail[],
): Promise<CheckFacts[]> {
  const fault: Fault = ({ place }, code, message) => {
    faults.push({ place: placeOf(place, 'value'), code, message });
  };
  const coverages = Map.groupBy(
    rows.filter(({ input }) => input === 'reserve_coverage'),
    ({ provider }) => provider.id,
  );
  const rateOn = remembered((currencyAndDay) => {
    const [currency, day] = currencyAndDay.split(' ') as [string, string];
    return referenceRateOn(writes, currency, day);
  });
  const facts: CheckFacts[] = [];
  for (const row of rows) {
    switch (row.input) {
      case 'yield_source':
        facts.push(checkYieldSource(row, fault));
        break;
      case 'yield_spread':
        facts.push(await checkYieldSpread(row, rateOn, fault));
        break;
      case 'btc_shock_absorption':
        facts.push(await checkShockAbsorption(writes, methodology, row, coverages, now, fault));
        break;
      default:
        facts.push({});
    }
  }
  return facts;
}

function checkYieldSource(row: InputRow, fault: Fault): CheckFacts {
  const { provider, value } = row;
  if (!yieldSourceHolds(value, provider.flags)) {
    fault(row, 'E1', `${value} needs a provider that lends; ${provider.name} has lends = false`);
  }
  return {};
}

async function checkYieldSpread(
  row: InputRow,
  rateOn: (currencyAndDay: string) => Promise<RateInForce | null>,
  fault: Fault,
): Promise<CheckFacts> {
  const { yield_max, payout_currency, name } = row.provider;
  const day = row.evidence.evidence_date;
  const rate = await rateOn(`${payout_currency} ${day}`);
  if (rate === null) {
    const message =
      `no reference rate for ${payout_currency} is on record for ${day}; ` +
      `record the one in force that day first (rf providers rate ${payout_currency} …)`;
    fault(row, 'E2', message);
    return {};
  }
  const reference_rate = formatHundredths(rate.hundredths);
  const expected = yieldSpread(parseScaled(yield_max, 2)!, rate.hundredths);
  if (parseScaled(row.value, 2) !== expected) {
    const why = `${name} pays up to ${yield_max} in ${payout_currency}, whose reference rate is ${reference_rate}`;
    fault(row, 'E2', `must be ${formatHundredths(expected)}, not ${row.value}: ${why}`);
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
  fault: Fault,
): Promise<CheckFacts> {
  if (!shockAbsorptionIsDerived(row.provider)) return {};
  const day = row.evidence.evidence_date;
  const coverage =
    newestUpTo(day, coverages.get(row.provider.id) ?? []) ??
    (await coverageOnRecord(writes, methodology, row, now));
  if (coverage === null) {
    const message = `follows from reserve_coverage, and none is on record for ${day}; propose it in the same batch`;
    fault(row, 'E4', message);
    return {};
  }
  const expected = shockAbsorption(parseScaled(coverage, 2)!, row.bitcoinPart ?? undefined);
  const facts: CheckFacts = { reserve_coverage: coverage };
  // Left out where it was not given, so that a renewal goes by the coverage of its own day.
  if (row.bitcoinPart !== null) facts.bitcoin_part = formatHundredths(row.bitcoinPart);
  if (parseScaled(row.value, 2) !== expected) {
    const part = facts.bitcoin_part ?? `${coverage} (all of it)`;
    const why = `reserve_coverage is ${coverage} and its bitcoin part ${part}`;
    fault(row, 'E4', `must be ${formatHundredths(expected)}, not ${row.value}: ${why}`);
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

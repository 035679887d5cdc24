// The evidence outlook: what a score becomes day by day if no input changes and nothing is renewed. It follows from the
// dates of the evidence alone, so it is calculated and never estimated.

import { dateText } from '../arithmetic/dates.ts';
import { formatHundredths } from '../arithmetic/fixed.ts';
import type { Methodology } from '../methodology/methodology.ts';
import { type PackageRequest, scoringInputs } from '../package/package.ts';
import { compute } from '../scoring/compute.ts';
import { type Inputs, type Reading, readInputs } from '../scoring/inputs.ts';
import { type Dated, datesOf, firstGate } from './lapses.ts';

export interface OutlookWindow {
  /** The first day, YYYY-MM-DD. No evidence may be newer. */
  from: string;
  /** The number of days after the first one. */
  days: number;
  /** The days that an indicator stays current after a gate lapsed; then it is withdrawn. */
  staleDays: number;
}

/** The score of a day. */
interface ScoredDay {
  state: 'scored';
  final_score: string;
  uncapped_score: string;
  band: string;
  confidence: string;
  coverage: string;
  hard_caps_fired: { rule_id: string; name: string; cap: string; binding: boolean }[];
}

/** A day without a score, because a gate lacks evidence. */
interface LapsedDay {
  state: 'stale' | 'withdrawn';
}

type Day = ScoredDay | LapsedDay;

/** Consecutive days that are alike. */
export type OutlookStep = { from: string; to: string } & Day;

export interface BandChange {
  date: string;
  from: string;
  to: string;
}

export interface OutlookInput {
  kind: 'criterion' | 'gate';
  id: string;
  evidence_date: string;
  /** The first day on which the evidence counts less; null for a gate that is not a criterion, which counts or does not. */
  ages_from: string | null;
  /** The first day on which the evidence no longer counts. */
  lapses_on: string;
}

export interface GateLapse {
  kind: 'criterion' | 'gate';
  id: string;
  evidence_date: string;
  /** The day on which the indicator becomes stale. */
  lapses_on: string;
  withdrawn_on: string;
}

export interface Series {
  steps: OutlookStep[];
  /** The first day with another band than the first score; null if there is none. */
  first_band_change: BandChange | null;
}

export interface Outlook extends Series {
  from: string;
  to: string;
  /** The first gate to lapse, in the window or before it; null if none does. */
  first_lapse: GateLapse | null;
  /** The inputs that age or lapse in the window or before it, by the first day of it. */
  inputs: OutlookInput[];
  /** The same if every gate is checked again in time with the same result, and nothing else is renewed. */
  gates_renewed: Series;
}

/** Day numbers. */
interface Window {
  first: number;
  last: number;
  /** The first day on which the indicator is stale, and withdrawn; infinite if no gate lapses. */
  stale: number;
  withdrawn: number;
}

/** Throws if the inputs cannot be read on the first day, or a gate has no evidence. A package has no such inputs. */
export function outlook(
  methodology: Methodology,
  request: PackageRequest,
  { from, days, staleDays }: OutlookWindow,
): Outlook {
  const inputs = readInputs(methodology, scoringInputs({ ...request, as_of: from }));
  if (Array.isArray(inputs)) throw new Error(`There is no outlook: ${inputs[0]!.message}`);
  const [first, last] = [inputs.scoringDay, inputs.scoringDay + days];
  const dated = datesOf(methodology, inputs).filter(({ ages, lapses }) => (ages ?? lapses) <= last);
  const gate = firstGate(dated.filter(({ lapses }) => lapses <= last));
  const stale = gate?.lapses ?? Number.POSITIVE_INFINITY;
  const asIs = daily(methodology, inputs, (reading, passed) => reading.age + passed);
  const renewed = daily(methodology, inputs, (reading, passed, isGate) =>
    isGate ? 0 : reading.age + passed,
  );
  const never = { stale: Number.POSITIVE_INFINITY, withdrawn: Number.POSITIVE_INFINITY };
  return {
    from,
    to: dateText(last),
    ...seriesOf(asIs, dated, { first, last, stale, withdrawn: stale + staleDays }),
    first_lapse: gate
      ? {
          kind: gate.kind,
          id: gate.id,
          evidence_date: gate.evidenceDate,
          lapses_on: dateText(stale),
          withdrawn_on: dateText(stale + staleDays),
        }
      : null,
    inputs: dated
      .sort((a, b) => (a.ages ?? a.lapses) - (b.ages ?? b.lapses))
      .map(({ kind, id, evidenceDate, ages, lapses }) => ({
        kind,
        id,
        evidence_date: evidenceDate,
        ages_from: ages === null ? null : dateText(ages),
        lapses_on: dateText(lapses),
      })),
    gates_renewed: seriesOf(renewed, dated, { first, last, ...never }),
  };
}

type AgeOf = (reading: Reading, passed: number, isGate: boolean) => number;

/** The score of a day, by its number. */
function daily(methodology: Methodology, inputs: Inputs, ageOf: AgeOf): (day: number) => ScoredDay {
  return (day) => {
    const passed = day - inputs.scoringDay;
    const aged = (reading: Reading | null, isGate: boolean) =>
      reading && { ...reading, age: ageOf(reading, passed, isGate) };
    const trace = compute(methodology, {
      ...inputs,
      gates: inputs.gates.map((reading) => aged(reading, true)),
      criteria: inputs.criteria.map((reading, at) => aged(reading, methodology.criteria[at]!.gate)),
    });
    return {
      state: 'scored',
      final_score: formatHundredths(trace.final),
      uncapped_score: formatHundredths(trace.uncapped),
      band: trace.band.name,
      confidence: formatHundredths(trace.confidence),
      coverage: formatHundredths(trace.coverage),
      hard_caps_fired: trace.fired.map(({ rule, tier, binding }) => ({
        rule_id: rule.id,
        name: rule.name,
        cap: formatHundredths(tier.cap),
        binding,
      })),
    };
  };
}

function seriesOf(scoreOn: (day: number) => ScoredDay, dated: readonly Dated[], window: Window): Series {
  const { last, stale, withdrawn } = window;
  const steps: { starts: number; day: Day }[] = [];
  for (const starts of daysOfChange(dated, window)) {
    const day =
      starts < stale ? scoreOn(starts) : ({ state: starts < withdrawn ? 'stale' : 'withdrawn' } as const);
    const before = steps.at(-1)?.day;
    if (JSON.stringify(before) !== JSON.stringify(day)) steps.push({ starts, day });
  }
  return {
    steps: steps.map(({ starts, day }, at) => ({
      from: dateText(starts),
      to: dateText((steps[at + 1]?.starts ?? last + 1) - 1),
      ...day,
    })),
    first_band_change: firstBandChange(steps),
  };
}

/** The days on which anything can differ from the day before. On all others, no evidence gets less fresh. */
function daysOfChange(dated: readonly Dated[], { first, last, stale, withdrawn }: Window): number[] {
  const days = new Set([first, stale, withdrawn]);
  for (const { ages, lapses } of dated) {
    if (ages === null) continue;
    for (let day = Math.max(first, ages); day <= Math.min(lapses, last, stale); day += 1) days.add(day);
  }
  return [...days].filter((day) => day >= first && day <= last).sort((a, b) => a - b);
}

function firstBandChange(steps: readonly { starts: number; day: Day }[]): BandChange | null {
  const scored = steps.flatMap(({ starts, day }) =>
    day.state === 'scored' ? { starts, band: day.band } : [],
  );
  const [first] = scored;
  const change = scored.find(({ band }) => band !== first!.band);
  return change ? { date: dateText(change.starts), from: first!.band, to: change.band } : null;
}

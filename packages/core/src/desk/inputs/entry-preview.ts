// What rows would change if they were approved now, together: computed in memory, by the code that runs use. Pages preview
// rows with it before they are proposed.

import type { Methodology } from '@rf-indicators/engine';
import { civilDate } from '../../context/times.ts';
import type { ApprovedRow, Assembled } from '../facts/assemble-facts.ts';
import { REFERENCE_RATE } from '../facts/fact-definitions.ts';
import { canonicalInput } from '../facts/input-values.ts';
import type { KnownInput } from '../facts/known.ts';
import { knownValue } from '../facts/known-value.ts';
import type { EntryChecksDocument } from '../facts/plausibility/document.ts';
import { unusualMarks } from '../facts/plausibility/unusual.ts';
import {
  type Assessed,
  assess,
  compare,
  contestedIn,
  type Effect,
  type RecordedProvider,
} from './effects.ts';

/** A typed row. */
export interface EnteredRow {
  /** Names the row for the caller. */
  key: string;
  /** Slug; null for a reference rate. */
  slug: string | null;
  /** Of a reference rate. */
  currency: string | null;
  input: string;
  /** Null: the value on record was checked and still holds. */
  value: string | null;
  grade: string;
  evidence_date: string;
  sha256: string | null;
  /** From the document. */
  quote: string | null;
}

export interface Cap {
  id: string;
  name: string;
  /** The highest score that it leaves, in hundredths. */
  cap: number;
}

export interface DerivedValue {
  input: string;
  before: string | null;
  /** Null while a figure that it needs is missing. */
  after: KnownInput | null;
}

export interface EntryPreview {
  slug: string;
  /** What counts now. */
  known: Assembled;
  /** Without the members about a single row. */
  effect: Effect;
  capsBefore: Cap[];
  capsAfter: Cap[];
  derived: DerivedValue[];
  /** By row: why its value would not count. */
  notCounted: Map<string, string>;
  /** By row: what is unusual about its value. */
  unusual: Map<string, string[]>;
  /** How many waiting proposals count as approved. */
  waiting: number;
}

export interface PreviewTimes {
  asOf: number;
  /** When the rows would be approved. */
  decidedAt: number;
}

/** The rows that concern the provider, as they would count once they are approved. */
function asApproved(
  methodology: Methodology,
  { known, row, at, decided_at }: { known: Assembled; row: EnteredRow; at: number; decided_at: number },
): ApprovedRow {
  const value = row.value ?? knownValue(known, row.input)?.value ?? '';
  return {
    proposal_id: `proposed ${String(at).padStart(9, '0')}`,
    provider_id: row.slug,
    currency: row.currency,
    input_id: row.input,
    value: canonicalInput(methodology, row.input, value) ?? value,
    renewal: row.value === null ? 1 : 0,
    facts: '{}',
    evidence_id: '',
    evidence_date: row.evidence_date,
    grade: row.grade,
    sha256: row.sha256,
    proposed_by: '',
    decided_by: '',
    decided_at,
  };
}

/** The rows must be valid; those about other providers are passed over. `waiting` are proposals that count as approved. */
export function previewEntries(
  methodology: Methodology,
  provider: RecordedProvider,
  rows: readonly EnteredRow[],
  { asOf, decidedAt }: PreviewTimes,
  waiting: readonly ApprovedRow[] = [],
): EntryPreview {
  const before = assess(methodology, provider, asOf);
  const today = civilDate(asOf);
  const concerned = rows
    .filter(({ slug, input }) => slug === provider.slug || input === REFERENCE_RATE)
    .filter(({ value, input }) => value !== null || knownValue(before.facts, input) !== null)
    .map((row, at) => ({
      key: row.key,
      quote: row.quote,
      row: asApproved(methodology, { known: before.facts, row, at, decided_at: decidedAt }),
    }));
  const dated = concerned.filter(({ row }) => row.evidence_date <= today).map(({ row }) => row);
  const { records } = provider;
  const also = (isRate: boolean) => waiting.filter(({ currency }) => (currency !== null) === isRate);
  const after = assess(
    methodology,
    {
      ...provider,
      records: {
        ...records,
        rows: [...records.rows, ...also(false), ...dated.filter(({ currency }) => currency === null)],
        rates: [...records.rates, ...also(true), ...dated.filter(({ currency }) => currency !== null)],
      },
    },
    asOf,
  );
  const notCounted = new Map<string, string>();
  for (const { key, row } of concerned) {
    const why = row.evidence_date > today ? laterDate(row) : whyNotCounted(after.facts, row);
    if (why !== null) notCounted.set(key, why);
  }
  return {
    slug: provider.slug,
    known: before.facts,
    effect: compare(before.outcome, after.outcome),
    capsBefore: capsOf(before),
    capsAfter: capsOf(after),
    derived: derivedValues(before.facts, after.facts),
    notCounted,
    unusual: unusualRows(records.checks, concerned, before.facts, after.facts),
    waiting: waiting.length,
  };
}

function unusualRows(
  checks: EntryChecksDocument,
  concerned: readonly { key: string; quote: string | null; row: ApprovedRow }[],
  before: Assembled,
  after: Assembled,
): Map<string, string[]> {
  const unusual = new Map<string, string[]>();
  for (const { key, quote, row } of concerned) {
    const { input_id: input, value } = row;
    const current = row.currency === null ? (knownValue(before, input)?.value ?? null) : null;
    const marks = unusualMarks(checks, { input, value, quote, isRenewal: row.renewal === 1 }, current, after);
    if (marks.length > 0)
      unusual.set(
        key,
        marks.map(({ message }) => message),
      );
  }
  return unusual;
}

function laterDate({ evidence_date }: ApprovedRow): string {
  return `The evidence is dated ${evidence_date} and counts from that day.`;
}

function whyNotCounted(after: Assembled, row: ApprovedRow): string | null {
  // A rate is compared only for the providers that pay in its currency.
  if (row.currency !== null) return null;
  const contested = contestedIn(after, row);
  if (contested !== null) return `It would not count: evidence of grade ${contested.needs} says otherwise.`;
  const counts = knownValue(after, row.input_id);
  if (counts === null || counts.value === row.value) return null;
  if (counts.approval && 'derived' in counts.approval) return null;
  return `It would not count: newer evidence, of ${counts.evidence_date}, says ${counts.value}.`;
}

function capsOf({ outcome: { scored } }: Assessed): Cap[] {
  return (scored?.trace.fired ?? []).map(({ rule: { id, name }, tier: { cap } }) => ({ id, name, cap }));
}

const DERIVED = ['yield_spread', 'btc_shock_absorption'];

function derivedValues(before: Assembled, after: Assembled): DerivedValue[] {
  return DERIVED.flatMap((input) => {
    const [old, now] = [before.inputs[input] ?? null, after.inputs[input] ?? null];
    const isDerived = (value: KnownInput | null) => value?.approval != null && 'derived' in value.approval;
    if (!isDerived(old) && !isDerived(now)) return [];
    return [{ input, before: old?.value ?? null, after: now }];
  });
}

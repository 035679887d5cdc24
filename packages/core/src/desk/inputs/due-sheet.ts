// Rows of a sheet of inputs that are due, with the result of each check: a renewal or a new value.

import type { Methodology } from '@rf-indicators/engine';
import { Refusal, type RefusalDetail } from '../../context/refusal.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { REFERENCE_RATE } from '../facts/fact-definitions.ts';
import type { ProviderFacts } from '../facts/facts.ts';
import { canonicalInput } from '../facts/input-values.ts';
import { type CurrentValue, currentFacts, currentValue, renewalProblem } from '../facts/renewable.ts';
import { placeOf, type Row, refuse } from '../import/rows.ts';
import { findProviders } from '../providers/providers.ts';
import { DUE_COLUMNS } from './due-sheet-form.ts';

const UNCHANGED = 'unchanged';

interface SheetRows {
  /** As `propose` reads them. */
  rows: Row[];
  /** By place: the values that rows renew. */
  renewed: Map<string, CurrentValue>;
  /** Rows without a result. */
  skipped: number;
}

/** Rows that are not of a sheet stay as they are. */
export async function readSheetRows(
  db: Queries | Writes,
  methodology: Methodology,
  given: readonly Row[],
  now: number,
): Promise<SheetRows> {
  if (!given.some(isSheetRow)) return { rows: [...given], renewed: new Map(), skipped: 0 };
  const wanted = given.filter((row) => !isSheetRow(row) || hasResult(row));
  const lookUp = await factsByKey(db, methodology, wanted.filter(isSheetRow), now);
  const problems: RefusalDetail[] = [];
  const rows = new Map<string, Row>();
  const renewed = new Map<string, CurrentValue>();
  const places = new Map<string, string>();
  for (const row of wanted) {
    if (!isSheetRow(row)) {
      rows.set(row.place, row);
      continue;
    }
    const { provider, input, result, evidence, ...rest } = row.value as Record<string, unknown>;
    const facts = lookUp.get(textOf(provider));
    const place = placeWithNames(row.place, facts?.slug ?? textOf(provider), textOf(input));
    const elsewhere = places.get(`${facts?.slug} ${textOf(input)}`);
    if (facts !== undefined && elsewhere !== undefined) {
      problems.push({
        place,
        code: 'duplicate_row',
        message: `${elsewhere} has the same provider and input`,
      });
      continue;
    }
    places.set(`${facts?.slug} ${textOf(input)}`, row.place);
    const known = facts && currentValue(facts, textOf(input));
    const problem = problemOf(methodology, row, known);
    if (problem !== null) {
      problems.push({ place: placeOf(place, problem.member), code: problem.code, message: problem.message });
      continue;
    }
    const isRenewal = textOf(result).toLowerCase() === UNCHANGED;
    if (isRenewal) renewed.set(place, known!);
    const value = isRenewal ? known!.value : result;
    const { confirmation, shared_reason } = rest;
    const reasons = definedOf({ confirmation, shared_reason });
    const subject = subjectOf(provider, input, facts);
    rows.set(place, { place, value: { ...subject, input, value, evidence, ...reasons } });
  }
  refuse(problems);
  if (rows.size === 0)
    throw new Refusal('validation_failed', 'No row has a result. Write unchanged, or the new value.');
  return { rows: withoutRepeatedRates([...rows.values()]), renewed, skipped: given.length - wanted.length };
}

function isSheetRow({ value }: Row): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return 'result' in value || (!('value' in value) && hasDueColumns(value));
}

function hasDueColumns(value: object): boolean {
  return DUE_COLUMNS.some((column) => column in value);
}

function hasResult({ value }: Row): boolean {
  return textOf((value as { result?: unknown }).result) !== '';
}

function textOf(given: unknown): string {
  return typeof given === 'string' ? given.trim() : '';
}

async function factsByKey(
  db: Queries | Writes,
  methodology: Methodology,
  rows: readonly Row[],
  now: number,
): Promise<Map<string, ProviderFacts>> {
  const cells = rows.map(({ value }) => value as Record<string, unknown>);
  const keys = cells.map(({ provider }) => textOf(provider));
  const providers = await findProviders(db, keys);
  const ids = [...providers.values()].map(({ id }) => id);
  const inputs = [...new Set(cells.map(({ input }) => textOf(input)))];
  const facts = await currentFacts(db, methodology, ids, inputs, now);
  const byId = new Map(facts.map((one) => [one.id, one]));
  return new Map([...providers].flatMap(([key, { id }]) => (byId.has(id) ? [[key, byId.get(id)!]] : [])));
}

/** A place in a file also names the provider and the input; a JSON pointer stays one. */
function placeWithNames(place: string, provider: string, input: string): string {
  return place.startsWith('/') ? place : `${place} (${provider} ${input})`;
}

const KNOWN_MEMBERS: readonly string[] = [
  ...['provider', 'input', 'result', 'evidence', 'confirmation', 'shared_reason'],
  ...DUE_COLUMNS,
];

function definedOf(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, given]) => given !== undefined));
}

function problemOf(
  methodology: Methodology,
  { value }: Row,
  known: CurrentValue | undefined,
): { member: string; code: string; message: string } | null {
  const row = value as Record<string, unknown>;
  const unknown = Object.keys(row).find((member) => !KNOWN_MEMBERS.includes(member));
  if (unknown === 'value')
    return { member: 'value', code: 'value_and_result', message: 'give either a value or a result' };
  if (unknown !== undefined)
    return { member: unknown, code: 'unknown_member', message: 'is not a known member; check its spelling' };
  const input = textOf(row.input);
  // A spreadsheet may have written 178.00 as 178, or true as TRUE.
  const canonical = (text: string) => canonicalInput(methodology, input, text.toLowerCase()) ?? text;
  const before = textOf(row.current_value);
  const isOutOfDate =
    hasDueColumns(row) && before !== (known?.value ?? '') && canonical(before) !== known?.value;
  if (isOutOfDate) {
    const message = `is out of date: the value on record is ${known?.value ?? 'none'}; write the sheet again`;
    return { member: 'current_value', code: 'out_of_date', message };
  }
  if (textOf(row.result).toLowerCase() !== UNCHANGED) return null;
  const problem = renewalProblem(input, known);
  return problem && { member: 'result', ...problem };
}

/** A reference rate is due for each provider, but it is about the currency that the provider pays in. */
function subjectOf(provider: unknown, input: unknown, facts: ProviderFacts | undefined): object {
  if (textOf(input) !== REFERENCE_RATE) return { provider };
  return { currency: facts?.facts.payout_currency?.value };
}

/** Providers with the same currency have the same rate: equal rows are proposed once. */
function withoutRepeatedRates(rows: readonly Row[]): Row[] {
  const seen = new Set<string>();
  return rows.filter(({ value }) => {
    if (!('currency' in (value as object))) return true;
    const text = JSON.stringify(value);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

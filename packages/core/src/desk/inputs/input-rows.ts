// Reads and validates rows of proposed inputs: provider, input, value and evidence.

import type { Methodology } from '@rf-indicators/engine';
import { isPlaceholder } from '../../context/placeholders.ts';
import type { RefusalDetail } from '../../context/refusal.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { isCurrency, REFERENCE_RATE, readFactValue } from '../facts/fact-definitions.ts';
import { canonicalInput, engineErrors, evidenceErrors, isFact, isInputId } from '../facts/input-values.ts';
import type { EntryChecksDocument } from '../facts/plausibility/document.ts';
import { type RowReader, required, rowReader } from '../import/row-reader.ts';
import { placeOf, type Row } from '../import/rows.ts';
import { findProviders, type Provider } from '../providers/providers.ts';
import { type GivenEvidence, isInVault, readEvidence } from './evidence.ts';

/** Evidence of a row: already recorded, or given in the row. */
export type RowEvidence = StoredEvidence | GivenEvidence;

interface StoredEvidence {
  id: string;
  evidence_date: string;
  grade: string;
  quote: string | null;
  /** SHA-256 of its document. */
  stored_as: string | null;
}

/** About a provider, or about a currency if it is a reference rate. */
export type InputSubject = { provider: Provider; currency: null } | { provider: null; currency: string };

export type InputRow = InputSubject & {
  place: string;
  /** Id of a criterion, a gate or a fact. */
  input: string;
  value: string;
  evidence: RowEvidence;
  /** For the reviewer. */
  note: string | null;
  /** Why an unusual value is right. */
  confirmation: string | null;
  /** Why evidence of another provider supports the value. */
  shared_reason: string | null;
};

/** Returns the valid rows and adds what is wrong with the others to the problems. */
export async function readInputRows(
  db: Queries | Writes,
  { methodology, checks }: { methodology: Methodology; checks: EntryChecksDocument },
  today: string,
  rows: readonly Row[],
  problems: RefusalDetail[],
): Promise<InputRow[]> {
  const providers = await findProviders(db, rows.flatMap(providerKey));
  const lookUp = {
    evidence: memoized((id) => recordedEvidence(db, id)),
    isStored: memoized((sha256) => isInVault(db, sha256)),
  };
  const read: InputRow[] = [];
  const first = new Map<string, InputRow>();
  for (const row of rows) {
    const reader = rowReader(row, problems);
    const input = readInputId(reader, methodology);
    const subject = readSubject(reader, input, providers);
    const evidence = await readRowEvidence(reader, lookUp, checks);
    const value = readValue(reader, methodology, today, input, evidence, problems);
    const note = reader.lines('note', 2000);
    const confirmation = reader.lines('confirmation', 1000);
    const shared_reason = reader.lines('shared_reason', 1000);
    // A template explains its values here.
    reader.raw('about');
    reader.finish();
    if (input === null || subject === null || evidence === null || value === null) continue;
    const inputRow: InputRow = {
      ...{ place: row.place, ...subject, input, value, evidence, note },
      ...{ confirmation, shared_reason },
    };
    refuseContradiction(inputRow, first, problems);
    read.push(inputRow);
  }
  return read;
}

type LookUp<T> = (key: string) => Promise<T>;

/** Looks each key up once, even if many rows need it. */
function memoized<T>(find: LookUp<T>): LookUp<T> {
  const found = new Map<string, Promise<T>>();
  return (key) => {
    if (!found.has(key)) found.set(key, find(key));
    return found.get(key)!;
  };
}

async function recordedEvidence(db: Queries | Writes, id: string): Promise<StoredEvidence | null> {
  const found = await db
    .selectFrom('evidence')
    .select(['id', 'evidence_date', 'grade', 'quote', 'sha256 as stored_as'])
    .where('id', '=', id)
    .executeTakeFirst();
  return found ?? null;
}

function providerKey({ value }: Row): string[] {
  const key = (value as { provider?: unknown } | null)?.provider;
  return typeof key === 'string' ? [key.trim()] : [];
}

function readSubject(
  row: RowReader,
  input: string | null,
  providers: ReadonlyMap<string, Provider>,
): InputSubject | null {
  if (input === REFERENCE_RATE) {
    const currency = required(row, 'currency', row.text('currency'));
    if (currency === null) return null;
    if (isCurrency(currency) && currency !== 'BTC') return { provider: null, currency };
    const message =
      currency === 'BTC'
        ? 'the rate of bitcoin is 0.00 by definition'
        : `"${currency}" is not an ISO 4217 code`;
    row.addProblem('currency', 'unknown_currency', message);
    return null;
  }
  const provider = readProvider(row, providers);
  return provider && { provider, currency: null };
}

function readProvider(row: RowReader, providers: ReadonlyMap<string, Provider>): Provider | null {
  const key = required(row, 'provider', row.text('provider'));
  if (key === null) return null;
  const provider = providers.get(key);
  if (provider === undefined)
    row.addProblem('provider', 'unknown_provider', `no provider has the id or slug "${key}"`);
  else if (provider.retired_at !== null) row.addProblem('provider', 'retired', `${provider.name} is retired`);
  else return provider;
  return null;
}

function readInputId(row: RowReader, methodology: Methodology): string | null {
  const id = required(row, 'input', row.text('input'));
  if (id === null || isInputId(methodology, id)) return id;
  row.addProblem(
    'input',
    'unknown_input',
    `"${id}" is neither a criterion or gate of framework ${methodology.version} nor a fact`,
  );
  return null;
}

/** Also adds what is wrong with the grade and the date of the evidence, which the engine checks with the value. */
function readValue(
  row: RowReader,
  methodology: Methodology,
  today: string,
  input: string | null,
  evidence: RowEvidence | null,
  problems: RefusalDetail[],
): string | null {
  const given = required(row, 'value', row.raw('value') ?? null);
  if (input === null || given === null) return null;
  if (isPlaceholder(given)) {
    row.addProblem('value', 'placeholder', 'is a placeholder of a template; replace it with the value');
    return null;
  }
  const errors = isFact(input)
    ? evidenceErrors(methodology, today, evidence)
    : engineErrors(methodology, today, input, given, evidence);
  for (const { pointer, code, message } of errors) {
    const member = pointer.slice(pointer.lastIndexOf('/') + 1);
    const place = placeOf(member === 'value' ? row.place : placeOf(row.place, 'evidence'), member);
    problems.push({ place, code, message });
  }
  if (errors.length > 0) return null;
  if (!isFact(input)) return canonicalInput(methodology, input, given as string);
  if (typeof given !== 'string') {
    row.addProblem('value', 'not_text', 'is not a string; put it in quotes');
    return null;
  }
  const reading = readFactValue(input, given.trim());
  if ('value' in reading) return reading.value;
  row.addProblem('value', reading.code, reading.message);
  return null;
}

async function readRowEvidence(
  row: RowReader,
  lookUp: {
    evidence: LookUp<StoredEvidence | null>;
    isStored: LookUp<boolean>;
  },
  checks: EntryChecksDocument,
): Promise<RowEvidence | null> {
  if (typeof row.raw('evidence') === 'string') {
    const id = row.text('evidence');
    const found = id && (await lookUp.evidence(id));
    if (found) return found;
    row.addProblem('evidence', 'unknown_evidence', `no evidence on record has the id "${id}"`);
    return null;
  }
  const given = required(row, 'evidence', row.object('evidence'));
  return given && readEvidence(given, lookUp.isStored, checks);
}

/** Refuses rows that give different values for the same provider, input and day. */
function refuseContradiction(row: InputRow, first: Map<string, InputRow>, problems: RefusalDetail[]): void {
  const key = `${row.provider?.id ?? row.currency} ${row.input} ${row.evidence.evidence_date}`;
  const other = first.get(key) ?? row;
  first.set(key, other);
  if (other.value === row.value) return;
  const message = `contradicts ${other.place}, which has ${other.value} for the same provider, input and day`;
  problems.push({ place: placeOf(row.place, 'value'), code: 'contradiction', message });
}

// Reads and validates rows of proposed inputs: provider, input, value and evidence.

import { formatScaled, type Methodology, parseScaled, score } from '@rf-indicators/engine';
import type { RefusalDetail } from '../../context/refusal.ts';
import type { Writes } from '../../store/store.ts';
import { placeOf, type Row } from '../import/file.ts';
import { type RowReader, required, rowReader } from '../import/row-reader.ts';
import { findProviders, type Provider } from '../providers/providers.ts';
import { type GivenEvidence, isInVault, readEvidence } from './evidence.ts';

/** Evidence of a row: already recorded, or given in the row. */
export type RowEvidence = { id: string; evidence_date: string; grade: string } | GivenEvidence;

export interface InputRow {
  place: string;
  provider: Provider;
  /** Id of a criterion or a gate. */
  input: string;
  value: string;
  evidence: RowEvidence;
  /** Bitcoin in the backing, in hundredths of a percent of claims; null if it was not given. */
  bitcoinPart: number | null;
}

/** Returns the valid rows and adds what is wrong with the others to the problems. */
export async function readInputRows(
  writes: Writes,
  methodology: Methodology,
  today: string,
  rows: readonly Row[],
  problems: RefusalDetail[],
): Promise<InputRow[]> {
  const providers = await findProviders(writes, rows.flatMap(providerKey));
  const lookUp = {
    evidence: memoized((id) => recordedEvidence(writes, id)),
    isStored: memoized((sha256) => isInVault(writes, sha256)),
  };
  const read: InputRow[] = [];
  const first = new Map<string, InputRow>();
  for (const row of rows) {
    const reader = rowReader(row, problems);
    const provider = readProvider(reader, providers);
    const input = readInputId(reader, methodology);
    const value = required(reader, 'value', reader.raw('value') ?? null);
    const evidence = await readRowEvidence(reader, lookUp);
    const bitcoinPart = readBitcoinPart(reader, input);
    reader.finish();
    if (input === null || value === null) continue;
    const errors = engineErrors(methodology, today, input, value, evidence);
    for (const { pointer, code, message } of errors) {
      const member = pointer.slice(pointer.lastIndexOf('/') + 1);
      const place = placeOf(member === 'value' ? reader.place : placeOf(reader.place, 'evidence'), member);
      problems.push({ place, code, message });
    }
    if (errors.length > 0 || provider === null || evidence === null) continue;
    const text = canonicalValue(methodology, input, value as string);
    const inputRow = { place: row.place, provider, input, value: text, evidence, bitcoinPart };
    refuseContradiction(inputRow, first, problems);
    read.push(inputRow);
  }
  return read;
}

type LookUp<T> = (key: string) => Promise<T>;

/** Looks each key up once, even if many rows need it. */
export function memoized<T>(find: LookUp<T>): LookUp<T> {
  const found = new Map<string, Promise<T>>();
  return (key) => {
    if (!found.has(key)) found.set(key, find(key));
    return found.get(key)!;
  };
}

async function recordedEvidence(writes: Writes, id: string) {
  const found = await writes
    .selectFrom('evidence')
    .select(['id', 'evidence_date', 'grade'])
    .where('id', '=', id)
    .executeTakeFirst();
  return found ?? null;
}

function providerKey({ value }: Row): string[] {
  const key = (value as { provider?: unknown } | null)?.provider;
  return typeof key === 'string' ? [key.trim()] : [];
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

function readInputId(row: RowReader, { criterionById, gateById, version }: Methodology): string | null {
  const id = required(row, 'input', row.text('input'));
  if (id === null || criterionById.has(id) || gateById.has(id)) return id;
  row.addProblem('input', 'unknown_input', `"${id}" is not a criterion or gate of framework ${version}`);
  return null;
}

async function readRowEvidence(
  row: RowReader,
  lookUp: {
    evidence: LookUp<{ id: string; evidence_date: string; grade: string } | null>;
    isStored: LookUp<boolean>;
  },
): Promise<RowEvidence | null> {
  if (typeof row.raw('evidence') === 'string') {
    const id = row.text('evidence');
    const found = id && (await lookUp.evidence(id));
    if (found) return found;
    row.addProblem('evidence', 'unknown_evidence', `no evidence on record has the id "${id}"`);
    return null;
  }
  const given = required(row, 'evidence', row.object('evidence'));
  return given && readEvidence(given, lookUp.isStored);
}

function readBitcoinPart(row: RowReader, input: string | null): number | null {
  const facts = row.object('facts');
  if (facts === null) return null;
  const part = facts.hundredths('bitcoin_part');
  facts.finish();
  if (part === null) return null;
  if (input !== 'btc_shock_absorption') {
    row.addProblem('facts', 'misplaced_fact', 'bitcoin_part is allowed only for btc_shock_absorption');
  } else if (part === 0) {
    row.addProblem(
      'facts',
      'not_bitcoin_backed',
      'bitcoin_part must be greater than 0 for a bitcoin-backed provider',
    );
  } else return part;
  return null;
}

/**
 * Errors that the engine finds when it scores this input alone. Without evidence, a placeholder is used, so that at
 * least the value is checked.
 */
function engineErrors(
  methodology: Methodology,
  today: string,
  input: string,
  value: unknown,
  evidence: RowEvidence | null,
) {
  const [bestGrade] = methodology.grades.keys();
  const { grade, evidence_date } = evidence ?? { grade: bestGrade, evidence_date: today };
  const outcome = score(methodology, {
    provider_id: 'proposed',
    planner_type: 'btc',
    scoring_date: today,
    flags: {},
    gates: {},
    inputs: {},
    [methodology.gateById.has(input) ? 'gates' : 'inputs']: { [input]: { value, grade, evidence_date } },
  });
  return outcome.status === 'INVALID' ? outcome.result.errors : [];
}

/** Formats numbers in one way, so that equal values compare as equal. */
function canonicalValue(methodology: Methodology, input: string, value: string): string {
  const scale = methodology.criterionById.get(input)?.input;
  return scale?.kind === 'number' ? formatScaled(parseScaled(value, scale.scale)!, scale.scale) : value;
}

/** Refuses rows that give different values for the same provider, input and day. */
function refuseContradiction(row: InputRow, first: Map<string, InputRow>, problems: RefusalDetail[]): void {
  const key = `${row.provider.id} ${row.input} ${row.evidence.evidence_date}`;
  const other = first.get(key) ?? row;
  first.set(key, other);
  if (other.value === row.value) return;
  const message = `contradicts ${other.place}, which has ${other.value} for the same provider, input and day`;
  problems.push({ place: placeOf(row.place, 'value'), code: 'contradiction', message });
}

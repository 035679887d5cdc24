// Reading proposed inputs: provider, input, value and evidence of each row, by the engine's own rules.

import { formatScaled, type Methodology, parseScaled, score } from '@rf-indicators/engine';
import type { RefusalDetail } from '../../context/refusal.ts';
import type { Writes } from '../../store/store.ts';
import { placeOf, type Row } from '../import/file.ts';
import { type RowReader, required, rowReader } from '../import/row-reader.ts';
import { findProviders, type Provider } from '../providers/providers.ts';
import { type GivenEvidence, isInVault, readEvidence } from './evidence.ts';

/** Evidence of a row: recorded already, or given with it. */
export type RowEvidence = { id: string; evidence_date: string; grade: string } | GivenEvidence;

export interface InputRow {
  place: string;
  provider: Provider;
  /** A criterion's or a gate's id. */
  input: string;
  value: string;
  evidence: RowEvidence;
  /** The bitcoin part of backing in percent of claims, in hundredths, if it was given. */
  bitcoinPart: number | null;
}

/** The rows that could be read; what is wrong with the others is noted. */
export async function readInputRows(
  writes: Writes,
  methodology: Methodology,
  today: string,
  rows: readonly Row[],
  faults: RefusalDetail[],
): Promise<InputRow[]> {
  const providers = await findProviders(writes, rows.flatMap(providerKey));
  const lookUp = {
    evidence: remembered((id) => recordedEvidence(writes, id)),
    isStored: remembered((sha256) => isInVault(writes, sha256)),
  };
  const read: InputRow[] = [];
  const first = new Map<string, InputRow>();
  for (const row of rows) {
    const reader = rowReader(row, faults);
    const provider = readProvider(reader, providers);
    const input = readInputId(reader, methodology);
    const value = required(reader, 'value', reader.raw('value') ?? null);
    const evidence = await readRowEvidence(reader, lookUp);
    const bitcoinPart = readBitcoinPart(reader, input);
    reader.finish();
    if (input === null || value === null) continue;
    const errors = engineFaults(methodology, today, input, value, evidence);
    for (const { pointer, code, message } of errors) {
      const member = pointer.slice(pointer.lastIndexOf('/') + 1);
      const place = placeOf(member === 'value' ? reader.place : placeOf(reader.place, 'evidence'), member);
      faults.push({ place, code, message });
    }
    if (errors.length > 0 || provider === null || evidence === null) continue;
    const text = canonicalValue(methodology, input, value as string);
    const inputRow = { place: row.place, provider, input, value: text, evidence, bitcoinPart };
    refuseContradiction(inputRow, first, faults);
    read.push(inputRow);
  }
  return read;
}

type LookUp<T> = (key: string) => Promise<T>;

/** What many rows ask for is looked up once. */
export function remembered<T>(find: LookUp<T>): LookUp<T> {
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
    row.fault('provider', 'unknown_provider', `no provider has the id or slug "${key}"`);
  else if (provider.retired_at !== null) row.fault('provider', 'retired', `${provider.name} is retired`);
  else return provider;
  return null;
}

function readInputId(row: RowReader, { criterionById, gateById, version }: Methodology): string | null {
  const id = required(row, 'input', row.text('input'));
  if (id === null || criterionById.has(id) || gateById.has(id)) return id;
  row.fault('input', 'unknown_input', `"${id}" is not a criterion or a gate of framework ${version}`);
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
    row.fault('evidence', 'unknown_evidence', `no evidence on record has the id "${id}"`);
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
    row.fault('facts', 'misplaced_fact', 'bitcoin_part belongs to btc_shock_absorption');
  } else if (part === 0) {
    row.fault('facts', 'not_bitcoin_backed', 'a bitcoin_part of 0 has no bitcoin_backed provider');
  } else return part;
  return null;
}

/** The engine's rules, by the engine: a run with nothing but this input. Without evidence only the value counts. */
function engineFaults(
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

/** One number has one text, so that documents which say the same are seen to say the same. */
function canonicalValue(methodology: Methodology, input: string, value: string): string {
  const scale = methodology.criterionById.get(input)?.input;
  return scale?.kind === 'number' ? formatScaled(parseScaled(value, scale.scale)!, scale.scale) : value;
}

/** One day has one value; several documents may say it. */
function refuseContradiction(row: InputRow, first: Map<string, InputRow>, faults: RefusalDetail[]): void {
  const key = `${row.provider.id} ${row.input} ${row.evidence.evidence_date}`;
  const other = first.get(key) ?? row;
  first.set(key, other);
  if (other.value === row.value) return;
  const message = `${other.place} says ${other.value} for the same provider, input and day`;
  faults.push({ place: placeOf(row.place, 'value'), code: 'contradiction', message });
}

// Checks the daily dumps of an export: the signature of their index, their digests, and that each row repeats a
// statement of the log.

import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type DatasetRecord, signedIndex } from '@rf-indicators/core/desk/datasets/record';
import { readRows } from '@rf-indicators/core/desk/import/file';
import { checkSignature, type Signature, type Statement, type VerifierKey } from '@rf-indicators/engine';
import { sha256 } from '../../export/listing.ts';
import { isObject } from '../../monitor/leaf.ts';
import type { Source } from '../../monitor/source.ts';
import type { Progress } from '../../progress.ts';
import type { Finding } from './findings.ts';

const INDEX = '/datasets/index.json';
/** A text that grows beyond all measure is not a dump. */
const LARGEST_TEXT = 512 * 1024 * 1024;
const SHOWN = 3;
const unzip = promisify(gunzip);

export async function checkDatasets(
  source: Source,
  addresses: readonly string[],
  statements: ReadonlyMap<string, Statement>,
  keys: readonly VerifierKey[],
  progress: Progress,
): Promise<Finding[]> {
  const refused = (problem: string) => [{ file: INDEX, problem }];
  const index: unknown = await source.json(INDEX);
  if (!isObject(index) || !Array.isArray(index.data)) return refused('is not an index of dumps');
  const records = index.data as DatasetRecord[];
  if (records.length > 0) {
    const signature = index.signature as Signature;
    const verdict = await checkSignature(signedIndex(records), signature, keys).catch(() => 'invalid');
    if (verdict !== 'valid') return refused('is not signed with a key of the log');
  }
  const findings: Finding[] = [];
  const expected = new Set(records.map(({ date }) => `/datasets/${date}.csv.gz`));
  for (const file of addresses) {
    if (file.startsWith('/datasets/') && file !== INDEX && !expected.has(file))
      findings.push({ file, problem: 'is a dump that the index does not list' });
  }
  for (const [place, record] of records.entries()) {
    const file = `/datasets/${record.date}.csv.gz`;
    const problem = await dumpProblem(await source.bytes(file), record, statements);
    if (problem !== null) findings.push({ file, problem });
    progress(place + 1, records.length);
  }
  return findings;
}

async function dumpProblem(
  bytes: Uint8Array | null,
  record: DatasetRecord,
  statements: ReadonlyMap<string, Statement>,
): Promise<string | null> {
  if (bytes === null) return 'is missing';
  if (sha256(bytes) !== record.sha256 || bytes.length !== record.bytes)
    return 'has other bytes than the index says';
  const content = await unzip(bytes, { maxOutputLength: LARGEST_TEXT }).catch(() => null);
  if (content === null || sha256(content) !== record.csv_sha256)
    return 'has another text than the index says';
  const text = content.toString('utf8');
  const end = text.indexOf('\r\n');
  const expected = `#framework_version:${record.framework_version},date:${record.date},`;
  if (!text.startsWith(expected)) return `does not begin with ${expected}`;
  const rows = readRows(text.slice(end + 2), 'csv').map(({ value }) => value as Record<string, string>);
  if (rows.length !== record.rows) return `has ${rows.length} rows, but the index says ${record.rows}`;
  if (new Set(rows.map(({ id }) => id)).size !== rows.length) return 'has a provider twice';
  const until = Date.parse(record.date) + 24 * 60 * 60 * 1000;
  const wrong = rows.filter((row) => !repeats(row, statements.get(row.verification_id ?? ''), until));
  if (wrong.length === 0) return null;
  const shown = wrong.slice(0, SHOWN).map(({ verification_id }) => verification_id);
  return `has rows that no statement of the log has: ${shown.join(', ')}`;
}

function repeats(row: Record<string, string>, statement: Statement | undefined, until: number): boolean {
  return (
    statement !== undefined &&
    statement.final_score === row.final_score &&
    statement.risk_band === row.risk_band &&
    statement.provider_id === row.id &&
    statement.planner_type === row.planner_type &&
    statement.framework_version === row.framework_version &&
    Date.parse(statement.as_of) === Date.parse(row.scored_at!) &&
    Date.parse(statement.as_of) < until
  );
}

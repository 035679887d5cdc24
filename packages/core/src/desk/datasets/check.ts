// Checks the daily dumps of a store: their bytes against their records, and the signature of each index.

import { checkSignature, type Signature, type VerifierKey } from '@rf-indicators/engine';
import type { ReportFinding } from '../../log/findings.ts';
import type { Queries } from '../../store/store.ts';
import { readDataset } from './read-datasets.ts';
import { type DatasetRecord, sha256, signedIndex } from './record.ts';

/** `dates`: those to look at; null for all. */
export async function checkDatasets(
  db: Queries,
  keys: readonly VerifierKey[],
  dates: ReadonlySet<string> | null,
  report: ReportFinding,
): Promise<void> {
  const rows = await db
    .selectFrom('datasets')
    .select(['date', 'record', 'index_signature'])
    .orderBy('date')
    .execute();
  const records: DatasetRecord[] = [];
  for (const { date, record, index_signature } of rows) {
    const entry = parsed<DatasetRecord>(record);
    const signature = parsed<Signature>(index_signature);
    if (entry === null || signature === null) {
      report(`datasets ${date}`, 'is not JSON');
      continue;
    }
    records.push(entry);
    if (dates !== null && !dates.has(date)) continue;
    const stored = await readDataset(db, date);
    if (entry.date !== date || entry.sha256 !== sha256(stored!.bytes) || entry.bytes !== stored!.bytes.length)
      report(`datasets ${date}`, 'has other bytes than its record says');
    const verdict = await checkSignature(signedIndex(records), signature, keys).catch(() => 'invalid');
    if (verdict !== 'valid') report(`datasets ${date}`, 'has an index that the service did not sign');
  }
}

function parsed<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

// The document of entry checks in force, and those before it. They are kept in the store, and each was approved by two people.

import { wholeTable } from '../../../store/records/proved.ts';
import type { Queries, Writes } from '../../../store/store.ts';
import type { EntryChecksDocument } from './document.ts';
import { SHIPPED_CHECKS } from './shipped.ts';

export interface RecordedChecks {
  seq: number;
  version: string;
  digest: string;
  document: EntryChecksDocument;
  recorded_at: number;
  request_id: string;
}

/** Parsed once for each digest: a text with this digest is always the same. */
const parsed = new Map<string, EntryChecksDocument>();

/** Oldest first, without the one that is shipped. A row that somebody else wrote does not count; if one is missing, this throws. */
export async function recordedChecks(db: Queries | Writes): Promise<RecordedChecks[]> {
  const rows = await wholeTable(db, 'entry_checks', () =>
    db.selectFrom('entry_checks').selectAll().orderBy('seq').execute(),
  );
  return rows.map(({ seq, document, ...row }) => ({
    ...row,
    seq: Number(seq),
    document: parse(row.digest, document),
  }));
}

export async function entryChecks(db: Queries | Writes): Promise<EntryChecksDocument> {
  return (await recordedChecks(db)).at(-1)?.document ?? SHIPPED_CHECKS;
}

function parse(digest: string, text: string): EntryChecksDocument {
  const known = parsed.get(digest);
  if (known !== undefined) return known;
  const document = JSON.parse(text) as EntryChecksDocument;
  parsed.set(digest, document);
  return document;
}

// Compares what was prepared for reads with what it was prepared from: the row of each current indicator with the
// records, and the snapshot of each indicator with its package.

import { inPortions } from '../../store/bulk.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { currentRows } from '../served/published-rows.ts';
import { type Dictionary, decompressText, dictionaryId } from '../snapshots/compression.ts';
import { evidenceFacts, readContents } from '../snapshots/content.ts';
import { rowFacts } from '../snapshots/prepare.ts';
import { snapshotTemplate, TEMPLATE_FORM } from '../snapshots/template.ts';
import type { ReportFinding } from './findings.ts';

const ROWS_AT_ONCE = 100;

export async function checkServedRows(db: Queries, report: ReportFinding): Promise<void> {
  const states = await db
    .selectFrom('provider_states')
    .select('provider_id')
    .orderBy('provider_id')
    .execute();
  const kept = await db.selectFrom('served_indicators').select('provider_id').execute();
  const ids = new Set([...states, ...kept].map(({ provider_id }) => provider_id));
  for (const portion of inPortions([...ids], ROWS_AT_ONCE)) {
    const expected = new Map((await currentRows(db, portion)).map((row) => [row.provider_id, row]));
    const rows = await db
      .selectFrom('served_indicators')
      .selectAll()
      .where('provider_id', 'in', portion)
      .execute();
    const found = new Map(rows.map((row) => [row.provider_id, row]));
    for (const id of portion) {
      const problem = rowProblem(found.get(id), expected.get(id));
      if (problem !== null) report(`served_indicators ${id}`, problem);
    }
  }
}

type ServedRow = Database['served_indicators'];

function rowProblem(found: ServedRow | undefined, expected: ServedRow | undefined): string | null {
  if (expected === undefined) return found === undefined ? null : 'is about a provider without an indicator';
  if (found === undefined) return 'is missing';
  const columns = Object.keys(expected) as (keyof ServedRow)[];
  const different = columns.filter((column) => found[column] !== expected[column]);
  return different.length === 0 ? null : `has another ${different.join(', ')} than the records`;
}

/** `unsound` has the hashes of packages that were reported already. */
export async function checkSnapshots(
  db: Queries,
  unsound: ReadonlySet<string>,
  report: ReportFinding,
): Promise<void> {
  const dictionaries = await checkDictionaries(db, report);
  for (let last = -1; ; ) {
    const rows = await db
      .selectFrom('prepared_snapshots')
      .innerJoin('indicators', 'indicators.verification_id', 'prepared_snapshots.verification_id')
      .selectAll('prepared_snapshots')
      .select([
        'indicators.package_hash as packageHash',
        'indicators.methodology_digest as methodologyDigest',
        'indicators.log_index as logIndex',
      ])
      .where('indicators.log_index', '>', last)
      .orderBy('indicators.log_index')
      .limit(ROWS_AT_ONCE)
      .execute();
    if (rows.length === 0) return;
    last = rows.at(-1)!.logIndex;
    // A template of another form is never read, and made again in the background.
    const read = rows.filter(({ form, packageHash }) => form === TEMPLATE_FORM && !unsound.has(packageHash));
    for await (const [row, content] of readContents(db, read)) {
      const expected = snapshotTemplate(content, await evidenceFacts(db, [content]));
      const facts = rowFacts(content);
      const isSame =
        readTemplate(row, dictionaries) === expected &&
        (Object.keys(facts) as (keyof typeof facts)[]).every((column) => row[column] === facts[column]);
      if (!isSame) report(`prepared_snapshots ${row.verification_id}`, 'does not match its package');
    }
  }
}

async function checkDictionaries(db: Queries, report: ReportFinding): Promise<Map<string, Dictionary>> {
  const rows = await db.selectFrom('snapshot_dictionaries').selectAll().execute();
  for (const { id, bytes } of rows) {
    if (dictionaryId(bytes) !== id) report(`snapshot_dictionaries ${id}`, 'does not match its hash');
  }
  return new Map(rows.map((row) => [row.id, row]));
}

/** null if the bytes cannot be read. */
function readTemplate(
  { template, dictionary }: Database['prepared_snapshots'],
  dictionaries: ReadonlyMap<string, Dictionary>,
): string | null {
  const known = dictionaries.get(dictionary);
  if (known === undefined) return null;
  try {
    return decompressText(template, known);
  } catch {
    return null;
  }
}

// Compares what was prepared for reads with what it was prepared from: the row of each current indicator with the
// records, and the snapshot of each indicator with its package.

import { frameworkVersion } from '@rf-indicators/engine';
import type { ReportFinding } from '../../log/findings.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { decompressText } from '../packages/compression.ts';
import { currentRows } from '../served/published-rows.ts';
import { type Content, type EvidenceFacts, evidenceFacts } from '../snapshots/content.ts';
import { dictionaryId } from '../snapshots/dictionaries.ts';
import { rowFacts } from '../snapshots/prepare.ts';
import { snapshotTemplate } from '../snapshots/template.ts';
import { TEMPLATE_FORM } from '../snapshots/template-form.ts';
import { packagedYields } from '../snapshots/yields.ts';
import type { PlacedFinding, SoundPackage } from './material.ts';

const ROWS_AT_ONCE = 100;

export async function checkServedRows(db: Queries, report: ReportFinding): Promise<void> {
  const states = await db
    .selectFrom('provider_states')
    .select('provider_id')
    .orderBy('provider_id')
    .execute();
  const kept = await db.selectFrom('served_indicators').select('provider_id').execute();
  const ids = new Set([...states, ...kept].map(({ provider_id }) => provider_id));
  for (const portion of inPortions([...ids], ROWS_AT_ONCE)) await checkServedRowsOf(db, portion, report);
}

async function checkServedRowsOf(db: Queries, ids: readonly string[], report: ReportFinding): Promise<void> {
  const current = await currentRows(db, ids).catch((error: unknown) => {
    // A statement that cannot be read is reported with its indicator.
    if (error instanceof SyntaxError) return null;
    throw error;
  });
  if (current === null) {
    if (ids.length > 1) for (const id of ids) await checkServedRowsOf(db, [id], report);
    return;
  }
  const expected = new Map(current.map((row) => [row.provider_id, row]));
  const rows = await db
    .selectFrom('served_indicators')
    .selectAll()
    .where('provider_id', 'in', [...ids])
    .execute();
  const found = new Map(rows.map((row) => [row.provider_id, row]));
  for (const id of ids) {
    const problem = rowProblem(found.get(id), expected.get(id));
    if (problem !== null) report(`served_indicators ${id}`, problem);
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

/** What snapshots are compared with, besides their packages. */
interface Prepared {
  dictionaries: ReadonlyMap<string, Uint8Array>;
  /** Indicators from this leaf of the log on have a snapshot. */
  preparedFrom: number;
}

/** `sound`: packages by hash. Those that were changed are left out: they are reported themselves. */
export async function checkSnapshots(
  db: Queries,
  indicators: readonly { verification_id: string; package_hash: string; log_index: number }[],
  sound: ReadonlyMap<string, SoundPackage>,
  { dictionaries, preparedFrom }: Prepared,
): Promise<PlacedFinding[]> {
  if (indicators.length === 0) return [];
  const ids = indicators.map(({ verification_id }) => verification_id);
  const rows = await db
    .selectFrom('prepared_snapshots')
    .selectAll()
    .where('verification_id', 'in', ids)
    .execute();
  const found = new Map(rows.map((row) => [row.verification_id, row]));
  const expected = indicators.flatMap(({ verification_id, package_hash, log_index }) => {
    const content = contentOf(sound.get(package_hash));
    const row = found.get(verification_id);
    // A template of an older form is never read, and made again in the background.
    const isExpected = row === undefined ? log_index >= preparedFrom : row.form >= TEMPLATE_FORM;
    return content === null || !isExpected ? [] : [{ row, content, verification_id, logIndex: log_index }];
  });
  const evidence = await evidenceFacts(
    db,
    expected.map(({ content }) => content),
  );
  return expected.flatMap(({ row, content, verification_id, logIndex }) => {
    const record = `prepared_snapshots ${verification_id}`;
    if (row === undefined) return [{ record, problem: 'is missing', logIndex }];
    if (isPreparedFrom(row, content, evidence, dictionaries)) return [];
    return [{ record, problem: 'does not match its package', logIndex }];
  });
}

/** null for a package from before yields had evidence, which nothing is prepared from. */
function contentOf(sound: SoundPackage | undefined): Content | null {
  if (sound === undefined) return null;
  const { content, methodology, scored } = sound;
  const yields = packagedYields(content);
  const version = frameworkVersion(methodology.document);
  return yields && { package: content, methodology, frameworkVersion: version, scored, yields };
}

function isPreparedFrom(
  row: Database['prepared_snapshots'],
  content: Content,
  evidence: ReadonlyMap<string, EvidenceFacts>,
  dictionaries: ReadonlyMap<string, Uint8Array>,
): boolean {
  const facts = rowFacts(content);
  return (
    row.form === TEMPLATE_FORM &&
    readTemplate(row, dictionaries) === snapshotTemplate(content, evidence) &&
    (Object.keys(facts) as (keyof typeof facts)[]).every((column) => row[column] === facts[column])
  );
}

/** null if the bytes cannot be read. */
function readTemplate(
  { template: compressed, crc32, dictionary }: Database['prepared_snapshots'],
  dictionaries: ReadonlyMap<string, Uint8Array>,
): string | null {
  const bytes = dictionaries.get(dictionary);
  if (bytes === undefined) return null;
  try {
    return decompressText({ compressed, crc32 }, bytes);
  } catch {
    return null;
  }
}

/** What needs no package: snapshots of nothing that was published, and the dictionaries. */
export async function checkSnapshotDictionaries(db: Queries, report: ReportFinding): Promise<void> {
  const strays = await db
    .selectFrom('prepared_snapshots')
    .leftJoin('indicators', 'indicators.verification_id', 'prepared_snapshots.verification_id')
    .select('prepared_snapshots.verification_id')
    .where('indicators.verification_id', 'is', null)
    .execute();
  for (const { verification_id } of strays)
    report(`prepared_snapshots ${verification_id}`, 'is about an indicator that was not published');
  const used = await db
    .selectFrom('prepared_snapshots')
    .innerJoin('indicators', 'indicators.verification_id', 'prepared_snapshots.verification_id')
    .select(['prepared_snapshots.dictionary', 'indicators.methodology_digest'])
    .distinct()
    .execute();
  const frameworkOf = new Map(
    used.map(({ dictionary, methodology_digest }) => [dictionary, methodology_digest]),
  );
  const rows = await db.selectFrom('snapshot_dictionaries').selectAll().orderBy('id').execute();
  for (const { id, bytes, methodology_digest } of rows) {
    const record = `snapshot_dictionaries ${id}`;
    if (dictionaryId(bytes) !== id) report(record, 'does not match its hash');
    else if ((frameworkOf.get(id) ?? methodology_digest) !== methodology_digest)
      report(record, 'has another framework than the snapshots that were compressed with it');
  }
}

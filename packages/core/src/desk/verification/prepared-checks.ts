// Compares what was prepared for reads with what it was prepared from: the row of each current indicator with the
// records, and the snapshot of each indicator with its package.

import { createHash } from 'node:crypto';
import { type ComputationPackage, frameworkVersion, type Methodology } from '@rf-indicators/engine';
import type { Finding, ReportFinding } from '../../log/findings.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { methodologyByDigest } from '../methodology/signed.ts';
import { decompressText } from '../packages/compression.ts';
import { packageTexts } from '../packages/read-packages.ts';
import { rescore } from '../runs/current-indicators.ts';
import { currentRows } from '../served/published-rows.ts';
import { type Content, type EvidenceFacts, evidenceFacts } from '../snapshots/content.ts';
import { dictionaryId } from '../snapshots/dictionaries.ts';
import { rowFacts } from '../snapshots/prepare.ts';
import { snapshotTemplate, TEMPLATE_FORM } from '../snapshots/template.ts';
import { packagedYields } from '../snapshots/yields.ts';

/** So many indicators are checked together. */
const RANGE = 200;
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

/** By log index, both included. */
export interface SnapshotRange {
  from: number;
  to: number;
}

/** Ranges that threads can share. They follow the indexes that there are: somebody may have added one far away. */
export async function snapshotRanges(db: Queries): Promise<SnapshotRange[]> {
  const rows = await db.selectFrom('indicators').select('log_index').orderBy('log_index').execute();
  return [...inPortions(rows, RANGE)].map((portion) => ({
    from: portion[0]!.log_index,
    to: portion.at(-1)!.log_index,
  }));
}

export async function checkSnapshots(db: Queries, ranges: readonly SnapshotRange[]): Promise<Finding[]> {
  const found: Finding[] = [];
  const dictionaries = new Map(
    (await db.selectFrom('snapshot_dictionaries').select(['id', 'bytes']).execute()).map(({ id, bytes }) => [
      id,
      bytes,
    ]),
  );
  const methodologies = methodologyReader(db);
  const state = await db.selectFrom('log_state').select('prepared_from').executeTakeFirst();
  // A row that is missing is reported with the log.
  const prepared_from = state?.prepared_from ?? 0;
  for (const { from, to } of ranges) {
    const rows = await db
      .selectFrom('indicators')
      .leftJoin('prepared_snapshots', 'prepared_snapshots.verification_id', 'indicators.verification_id')
      .selectAll('prepared_snapshots')
      .select(['indicators.verification_id', 'indicators.package_hash', 'indicators.methodology_digest'])
      .select('indicators.log_index')
      .where('indicators.log_index', '>=', from)
      .where('indicators.log_index', '<=', to)
      .orderBy('indicators.log_index')
      .execute();
    // A template of an older form is never read, and made again in the background.
    const expected = rows.filter(({ form, log_index }) =>
      form === null ? log_index >= prepared_from : form >= TEMPLATE_FORM,
    );
    const contents = await soundContents(db, expected, methodologies);
    const evidence = await evidenceFacts(db, [...contents.values()]);
    for (const row of expected) {
      const content = contents.get(row.package_hash);
      if (content === undefined) continue;
      const record = `prepared_snapshots ${row.verification_id}`;
      if (row.form === null) found.push({ record, problem: 'is missing' });
      else if (!isPreparedFrom(row as Database['prepared_snapshots'], content, evidence, dictionaries))
        found.push({ record, problem: 'does not match its package' });
    }
  }
  return found;
}

type MethodologyReader = (digest: string) => Promise<Methodology | null>;

/** null for a framework that cannot be read, which is reported as such. */
function methodologyReader(db: Queries): MethodologyReader {
  const known = new Map<string, Promise<Methodology | null>>();
  return (digest) => {
    const reading =
      known.get(digest) ??
      methodologyByDigest(db, digest).then(
        ({ methodology }) => methodology,
        () => null,
      );
    known.set(digest, reading);
    return reading;
  };
}

/** By hash. Packages that were changed are left out: they are reported themselves. */
async function soundContents(
  db: Queries,
  rows: readonly { package_hash: string; methodology_digest: string }[],
  methodologies: MethodologyReader,
): Promise<Map<string, Content>> {
  const contents = new Map<string, Content>();
  for (const { package_hash, methodology_digest } of rows) {
    const methodology = await methodologies(methodology_digest);
    const content = methodology && (await soundContent(db, package_hash, methodology));
    if (content) contents.set(package_hash, content);
  }
  return contents;
}

async function soundContent(db: Queries, hash: string, methodology: Methodology): Promise<Content | null> {
  try {
    for await (const [, text] of packageTexts(db, [hash])) {
      if (createHash('sha256').update(text).digest('hex') !== hash) return null;
      const content = JSON.parse(text) as ComputationPackage;
      const yields = packagedYields(content);
      const version = frameworkVersion(methodology.document);
      const scored = rescore(methodology, content);
      return yields && { package: content, methodology, frameworkVersion: version, scored, yields };
    }
    return null;
  } catch {
    return null;
  }
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

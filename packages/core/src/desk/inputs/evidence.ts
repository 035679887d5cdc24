// Evidence: the document behind a value, with its date and grade. Copies are stored by their SHA-256 (entry check
// E6), so that the document behind a value cannot be replaced.

import { createHash } from 'node:crypto';
import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { inPortions, insertAll } from '../../store/bulk.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import type { EntryChecksDocument } from '../facts/plausibility/document.ts';
import { GRADES_WITH_PLACE, gradeThatFollows, usualSource } from '../facts/plausibility/grades.ts';
import { type RowReader, required } from '../import/row-reader.ts';
import type { OwnerColumns } from './evidence-owner.ts';

const LARGEST_DOCUMENT = 10 * 1024 * 1024;
/** Grades that need no stored copy, because websites change and estimates have no document. */
export const GRADES_WITHOUT_COPY = ['D', 'E'];

export interface Document {
  bytes: Uint8Array;
  media_type: string;
}

/** Evidence as an analyst submits it. */
export interface GivenEvidence {
  /** Kind of document, such as "independent reserve attestation". */
  kind: string;
  title: string;
  url?: string | null;
  page?: string | null;
  quote?: string | null;
  /** The place on the page, such as "table 2, row Total". */
  region?: string | null;
  evidence_date: string;
  grade: string;
  /** Who issued the document; the usual one for its kind, if absent. */
  source?: string | null;
  /** Why the grade is better than the one that follows from kind and source. */
  grade_reason?: string | null;
  /** The group that it belongs to, if it does not belong to one provider. */
  group?: string | null;
  /** Hash of a copy that is already stored. */
  sha256?: string | null;
  /** A copy to store together with the evidence. */
  document?: Document | null;
}

/** Stores a document and returns its SHA-256. The same bytes are stored once. */
export async function storeDocument(
  context: Context,
  actor: Actor,
  bytes: Uint8Array,
  mediaType: string,
): Promise<string> {
  return actAs(context, actor, 'evidence.store_document', (writes) =>
    keepDocument(context, writes, actor, { bytes, media_type: mediaType }),
  );
}

async function keepDocument(
  context: Context,
  writes: Writes,
  actor: Actor,
  { bytes, media_type }: Document,
): Promise<string> {
  const problem = documentProblem({ bytes, media_type });
  if (problem !== null) throw new Refusal('validation_failed', `The document ${problem}.`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (await isInVault(writes, sha256)) return sha256;
  await writes
    .insertInto('documents')
    .values({ sha256, media_type, bytes, stored_at: context.clock(), stored_by: actor.id })
    .execute();
  const stored = { media_type, size: bytes.length };
  await recordAct(context, writes, actor, 'document.stored', `document/${sha256}`, null, stored);
  return sha256;
}

export async function readDocument(db: Queries, sha256: string): Promise<Document | null> {
  const found = await db
    .selectFrom('documents')
    .select(['bytes', 'media_type'])
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return found ? { bytes: new Uint8Array(found.bytes), media_type: found.media_type } : null;
}

/** Evidence with what it belongs to. */
export type OwnedEvidence = GivenEvidence & OwnerColumns;

/**
 * Writes evidence that was read with `readEvidence`, and returns the ids in the same order. Evidence that is on record already is
 * not recorded again. The caller writes the audit record.
 */
export async function recordEvidence(
  context: Context,
  writes: Writes,
  actor: Actor,
  given: readonly OwnedEvidence[],
): Promise<string[]> {
  const rows = [];
  for (const { document, ...evidence } of given) {
    const { provider_id, shared_as } = evidence;
    rows.push({
      id: context.newId(),
      kind: evidence.kind,
      title: evidence.title,
      url: evidence.url ?? null,
      page: evidence.page ?? null,
      quote: evidence.quote ?? null,
      evidence_date: evidence.evidence_date,
      grade: evidence.grade,
      sha256: document ? await keepDocument(context, writes, actor, document) : (evidence.sha256 ?? null),
      recorded_at: context.clock(),
      recorded_by: actor.id,
      source: evidence.source ?? null,
      grade_reason: evidence.grade_reason ?? null,
      region: evidence.region ?? null,
      ...{ provider_id, shared_as },
    });
  }
  const known = await sameEvidence(writes, rows);
  await insertAll(
    writes,
    'evidence',
    rows.filter((row) => !known.has(textOf(row))),
  );
  return rows.map((row) => known.get(textOf(row)) ?? row.id);
}

type EvidenceRow = Database['evidence'];

/** Everything that evidence says; not who recorded it, or when. */
function textOf(row: EvidenceRow): string {
  const { kind, title, url, page, quote, region, evidence_date, grade, source, grade_reason, sha256 } = row;
  const owner = row.provider_id ?? row.shared_as;
  return JSON.stringify([
    ...[kind, title, url, page, quote, region, evidence_date],
    ...[grade, source, grade_reason, sha256, owner],
  ]);
}

/** Evidence from the same documents that says the same, by its text: a document that is cited again appears once. */
async function sameEvidence(writes: Writes, rows: readonly EvidenceRow[]): Promise<Map<string, string>> {
  const hashes = [...new Set(rows.flatMap(({ sha256 }) => (sha256 === null ? [] : [sha256])))];
  const known = new Map<string, string>();
  for (const portion of inPortions(hashes))
    for (const row of await writes
      .selectFrom('evidence')
      .selectAll()
      .where('sha256', 'in', portion)
      .orderBy('recorded_at', 'desc')
      .orderBy('id', 'desc')
      .execute())
      known.set(textOf(row), row.id);
  return known;
}

/** Adds problems to the row; null if a required member is invalid. The engine checks the date and the grade later. */
export async function readEvidence(
  row: RowReader,
  isStored: (sha256: string) => Promise<boolean>,
  checks: EntryChecksDocument,
): Promise<GivenEvidence | null> {
  const kind = required(row, 'kind', row.text('kind', 100));
  const title = required(row, 'title', row.text('title', 300));
  const evidence_date = required(row, 'evidence_date', row.date('evidence_date'));
  const url = readUrl(row);
  const page = row.text('page', 50);
  const quote = row.lines('quote', 2000);
  const region = row.text('region', 100);
  const group = readChoice(row, 'group', checks.groups);
  const { grade, source, grade_reason } = readGrade(row, kind, checks);
  if (GRADES_WITH_PLACE.includes(grade ?? '') && quote === null && (page === null || region === null))
    row.addProblem(
      'quote',
      'no_place',
      `evidence of grade ${grade} requires a quote, or a page with the region that shows the value`,
    );
  const sha256 = row.text('sha256');
  const document = (row.raw('document') ?? null) as Document | null;
  row.finish();
  if (document !== null) {
    const problem = documentProblem(document);
    if (problem !== null) row.addProblem('document', 'document_refused', problem);
  } else if (sha256 !== null) {
    if (!(await isStored(sha256)))
      row.addProblem('sha256', 'not_in_vault', 'no stored document has this hash');
  } else if (grade !== null && !GRADES_WITHOUT_COPY.includes(grade)) {
    row.addProblem('sha256', 'E6', `evidence of grade ${grade} requires a stored copy of its document`);
  }
  if (kind === null || title === null || evidence_date === null || grade === null) return null;
  return {
    kind,
    title,
    evidence_date,
    grade,
    source,
    grade_reason,
    url,
    page,
    quote,
    region,
    group,
    sha256,
    document,
  };
}

/** A better grade than the one that follows from kind and source takes a reason; a weaker one does not. */
function readGrade(
  row: RowReader,
  kind: string | null,
  checks: EntryChecksDocument,
): { grade: string | null; source: string | null; grade_reason: string | null } {
  const source = readChoice(row, 'source', Object.keys(checks.sources)) ?? usualSource(checks, kind ?? '');
  const reason = row.lines('grade_reason', 500);
  const follows = gradeThatFollows(checks, { kind: kind ?? '', source });
  const given = row.text('grade', 10);
  if (given === null && row.has('grade')) return { grade: null, source, grade_reason: null };
  const grade = given ?? follows;
  const isRaised = grade < follows;
  if (isRaised && kind !== null && reason === null) {
    const issued = source === null ? '' : ` from ${checks.sources[source]}`;
    row.addProblem(
      'grade_reason',
      'grade_raised',
      `is missing: "${kind}"${issued} gives grade ${follows}. Lower the grade ${grade}, or say why it is better`,
    );
  }
  return { grade, source, grade_reason: isRaised ? reason : null };
}

function readChoice(row: RowReader, member: string, choices: readonly string[]): string | null {
  const given = row.text(member, 50);
  if (given === null || choices.includes(given)) return given;
  row.addProblem(member, `unknown_${member}`, `"${given}" is not one of ${choices.join(', ')}`);
  return null;
}

function readUrl(row: RowReader): string | null {
  const given = row.text('url', 2000);
  if (given === null || /^https?:$/.test(URL.parse(given)?.protocol ?? '')) return given;
  row.addProblem('url', 'not_url', `"${given}" is not an http or https address`);
  return null;
}

function documentProblem({ bytes, media_type }: Document): string | null {
  if (!(bytes instanceof Uint8Array) || bytes.length === 0) return 'is empty';
  if (bytes.length > LARGEST_DOCUMENT) return `is larger than ${LARGEST_DOCUMENT} bytes (10 MiB)`;
  if (!/^[a-z]+\/[a-z0-9.+-]+$/.test(media_type)) return `has an invalid media type: "${media_type}"`;
  return null;
}

export async function isInVault(db: Queries | Writes, sha256: string): Promise<boolean> {
  const found = await db
    .selectFrom('documents')
    .select('sha256')
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return found !== undefined;
}

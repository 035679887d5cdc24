// The vault: lists recorded evidence and opens stored documents. The first time a person opens a document is
// recorded, because a reviewer approves what a document says.

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { type Portion, timeOrder } from '../../context/paging.ts';
import { Refusal } from '../../context/refusal.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { requireProvider } from '../providers/providers.ts';
import { type Document, readDocument } from './evidence.ts';
import { type BelongsTo, belongings, NOBODY } from './evidence-owner.ts';
import { type ProposalEvidence, staffCalled } from './proposals.ts';

export interface RecordedEvidence extends ProposalEvidence {
  /** Of the stored copy, in bytes. */
  size: number | null;
  recorded_by: string;
  recorded_by_name: string;
  recorded_at: number;
}

export interface EvidenceFilter {
  /** Id or slug. */
  provider?: string | undefined;
  batch?: string | undefined;
  sha256?: string | undefined;
  grade?: string | undefined;
  /** Id or name. */
  recorded_by?: string | undefined;
  since?: number | undefined;
  until?: number | undefined;
}

export const EVIDENCE_ORDER = timeOrder<RecordedEvidence>(
  'evidence',
  'newest',
  ['evidence.recorded_at', 'evidence.id'],
  ({ recorded_at, id }) => [recorded_at, id],
);

/** Newest first. `reader` is the id of the member of staff who reads the list. */
export async function listEvidence(
  db: Queries,
  { provider, batch, sha256, grade, recorded_by, since, until }: EvidenceFilter,
  reader: string | null,
  portion: Portion = {},
): Promise<RecordedEvidence[]> {
  let query = evidenceRows(db, reader);
  const proposals = db.selectFrom('proposals').select('evidence_id');
  if (provider !== undefined) {
    const { id } = await requireProvider(db, provider);
    query = query.where('evidence.id', 'in', proposals.where('provider_id', '=', id));
  }
  if (batch !== undefined) {
    query = query.where('evidence.id', 'in', proposals.where('batch_id', '=', batch));
  }
  if (sha256 !== undefined) query = query.where('evidence.sha256', '=', sha256);
  if (grade !== undefined) query = query.where('evidence.grade', '=', grade);
  if (recorded_by !== undefined)
    query = query.where('evidence.recorded_by', 'in', await staffCalled(db, recorded_by));
  if (since !== undefined) query = query.where('evidence.recorded_at', '>=', since);
  if (until !== undefined) query = query.where('evidence.recorded_at', '<=', until);
  const rows = await EVIDENCE_ORDER.select(query, portion).execute();
  const owners = await belongings(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => asRecorded(row, reader, owners));
}

/** By its id or by the SHA-256 of its document; of several with the same document, the first recorded. */
export async function requireEvidence(
  db: Queries | Writes,
  idOrHash: string,
  reader: string | null,
): Promise<RecordedEvidence> {
  const row = await evidenceRows(db, reader)
    .where(({ eb, or }) => or([eb('evidence.id', '=', idOrHash), eb('evidence.sha256', '=', idOrHash)]))
    .orderBy('evidence.recorded_at')
    .orderBy('evidence.id')
    .limit(1)
    .executeTakeFirst();
  if (row !== undefined) return asRecorded(row, reader, await belongings(db, [row.id]));
  throw new Refusal(
    'not_found',
    `No evidence has the id, or a document with the SHA-256, "${idOrHash}". Run rf evidence list to see the latest.`,
  );
}

export interface EvidenceUse {
  /** How much other evidence refers to the same document. */
  same_document: number;
  /** The first ones, oldest first. */
  proposals: { id: string; slug: string | null; currency: string | null; input: string; value: string }[];
  proposal_count: number;
  openings: { staff_id: string; name: string; opened_at: number }[];
}

const LISTED_PROPOSALS = 100;

export async function useOfEvidence(
  db: Queries,
  { id, sha256 }: Pick<RecordedEvidence, 'id' | 'sha256'>,
): Promise<EvidenceUse> {
  const proposals = db.selectFrom('proposals').where('evidence_id', '=', id);
  const first = await proposals
    .leftJoin('providers', 'providers.id', 'proposals.provider_id')
    .select(['proposals.id', 'slug', 'currency', 'input_id as input', 'value'])
    .orderBy('proposed_at')
    .orderBy('proposals.id')
    .limit(LISTED_PROPOSALS)
    .execute();
  const { count } = await proposals.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
  const others = await db
    .selectFrom('evidence')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('sha256', '=', sha256 ?? '')
    .where('id', '<>', id)
    .executeTakeFirstOrThrow();
  const openings = await db
    .selectFrom('document_openings')
    .innerJoin('staff', 'staff.id', 'document_openings.staff_id')
    .select(['staff_id', 'name', 'opened_at'])
    .where('sha256', '=', sha256 ?? '')
    .orderBy('opened_at')
    .orderBy('staff_id')
    .execute();
  return {
    same_document: Number(others.count),
    proposals: first,
    proposal_count: Number(count),
    openings,
  };
}

export interface OpenedDocument extends Document {
  sha256: string;
}

/** Returns a stored document and records that this person has opened it. */
export async function openDocument(
  context: Context,
  actor: Actor,
  which: { evidence: string } | { sha256: string },
): Promise<OpenedDocument> {
  const { db } = context.store;
  const sha256 = 'sha256' in which ? which.sha256 : await hashOf(db, which.evidence);
  const document = await readDocument(db, sha256);
  if (document === null) throw new Refusal('not_found', `No stored document has the SHA-256 ${sha256}.`);
  if (createHash('sha256').update(document.bytes).digest('hex') !== sha256) {
    throw new Refusal(
      'conflict',
      `The stored copy of document ${sha256} was altered: it no longer has this SHA-256. Restore it from a backup.`,
    );
  }
  await recordOpenings(context, actor, [sha256]);
  return { ...document, sha256 };
}

async function hashOf(db: Queries, evidenceId: string): Promise<string> {
  const evidence = await requireEvidence(db, evidenceId, null);
  if (evidence.sha256 !== null) return evidence.sha256;
  const elsewhere = evidence.url === null ? '' : ` Its address is ${evidence.url}.`;
  throw new Refusal('not_found', `Evidence ${evidence.id} has no stored document.${elsewhere}`);
}

/** Records documents that this person has opened; those that they had opened before are left out. */
export async function recordOpenings(
  context: Context,
  actor: Actor,
  hashes: readonly string[],
): Promise<void> {
  const known = await openedBy(context.store.db, actor.id, hashes);
  const fresh = [...new Set(hashes)].filter((sha256) => !known.has(sha256));
  if (fresh.length === 0) return;
  await actAs(context, actor, 'evidence.open', async (writes) => {
    for (const portion of inPortions(fresh, 100)) {
      const written = await writes
        .insertInto('document_openings')
        .values(portion.map((sha256) => ({ staff_id: actor.id, sha256, opened_at: context.clock() })))
        // Another process of this person may have recorded it in the meantime.
        .onConflict((conflict) => conflict.doNothing())
        .returning('sha256')
        .execute();
      for (const { sha256 } of written) {
        await recordAct(context, writes, actor, 'document.opened', `document/${sha256}`, null, null);
      }
    }
  });
}

/** Which of these documents this person has opened. */
async function openedBy(db: Queries, staffId: string, hashes: readonly string[]): Promise<Set<string>> {
  const opened = new Set<string>();
  for (const portion of inPortions([...new Set(hashes)])) {
    const rows = await db
      .selectFrom('document_openings')
      .select('sha256')
      .where('staff_id', '=', staffId)
      .where('sha256', 'in', portion)
      .execute();
    for (const { sha256 } of rows) opened.add(sha256);
  }
  return opened;
}

const EVIDENCE_COLUMNS = [
  ...(['evidence.id', 'evidence.kind', 'evidence.title', 'evidence.url', 'evidence.page'] as const),
  ...(['evidence.quote', 'evidence.evidence_date', 'evidence.grade', 'evidence.sha256'] as const),
  ...(['evidence.recorded_at', 'evidence.recorded_by', 'evidence.region', 'evidence.source'] as const),
  'evidence.grade_reason',
] as const;

function evidenceRows(db: Queries | Writes, reader: string | null) {
  return (
    db
      .selectFrom('evidence')
      .leftJoin('documents', 'documents.sha256', 'evidence.sha256')
      .leftJoin('document_openings', (join) =>
        join
          .onRef('document_openings.sha256', '=', 'evidence.sha256')
          .on('document_openings.staff_id', '=', reader ?? ''),
      )
      .select(EVIDENCE_COLUMNS)
      // Not by a join: SQLite would read the evidence of one person after the other, and sort it all for each page.
      .select(sql<string>`(select name from staff where id = evidence.recorded_by)`.as('recorded_by_name'))
      .select(['documents.media_type', 'document_openings.opened_at'])
      .select(sql<number | null>`length(documents.bytes)`.as('size'))
  );
}

type EvidenceRow = Awaited<ReturnType<ReturnType<typeof evidenceRows>['executeTakeFirstOrThrow']>>;

function asRecorded(
  { opened_at, ...row }: EvidenceRow,
  reader: string | null,
  owners: ReadonlyMap<string, BelongsTo>,
): RecordedEvidence {
  const belongs_to = owners.get(row.id) ?? NOBODY;
  return { ...row, belongs_to, opened: reader === null || row.sha256 === null ? null : opened_at !== null };
}

// The rationale, the disclosures and the review of an indicator, with the leaves of the log that contain them. A proof shows
// only what the log contains: what was published this moment is in the proof after the next seal.

import type { Attachment, Disclosures, Review } from '@rf-indicators/contract';
import { markedReview, NEWS_KINDS, wireReview } from '@rf-indicators/core/desk/served/analysis';
import { cosignedNote } from '@rf-indicators/core/log/cosignatures';
import { disclosuresLeaf, rationaleLeaf, reviewLeaf } from '@rf-indicators/core/log/fact-leaves';
import { inclusionProof, type NewLeaf } from '@rf-indicators/core/log/store';
import type { Queries } from '@rf-indicators/core/store/store';
import { leafHash } from '@rf-indicators/engine';
import { sql } from 'kysely';

interface Owner {
  verification_id: string;
  provider_id: string;
  published_at: number;
  renews: string | null;
  /** When another indicator took its place, or it was withdrawn. */
  endedAt: number | null;
  /** Whether it is the current one, or the current one renews it. */
  isServed: boolean;
}

export interface Attached {
  rationale: string | null;
  disclosures: Disclosures | null;
  review: Review | null;
  attachments: Attachment[];
  /** When any of them, or its place in the log, last changed. */
  changedAt: number;
}

export async function attachedTo(db: Queries, owner: Owner): Promise<Attached> {
  const rationales = await logged(db, await rationalesOf(db, owner), rationaleLeaf);
  const [disclosures] = await logged(db, await disclosuresOf(db, owner), disclosuresLeaf, 1);
  const mark = owner.isServed ? await lastMark(db, owner.provider_id) : undefined;
  const review = mark === undefined ? null : markedReview(mark);
  const [reviewed] = await logged(db, review === null ? [] : [mark!], reviewLeaf);
  const found: [Attachment['kind'], Logged<object>][] = [
    ...rationales.map((one): [Attachment['kind'], Logged<object>] => ['rationale', one]),
    ...(disclosures === undefined
      ? []
      : [['disclosures', disclosures] as [Attachment['kind'], Logged<object>]]),
    ...(reviewed === undefined ? [] : [['review', reviewed] as [Attachment['kind'], Logged<object>]]),
  ];
  return {
    rationale: rationales.at(-1)?.row.text ?? null,
    disclosures: disclosures === undefined ? null : (JSON.parse(disclosures.row.content) as Disclosures),
    review: reviewed === undefined ? null : wireReview(review),
    attachments: found.map(([kind, { leaf, log }]) => ({ kind, leaf, log })),
    changedAt: Math.max(0, mark?.marked_at ?? 0, ...found.map(([, { changedAt }]) => changedAt)),
  };
}

interface Logged<Row> {
  row: Row;
  leaf: string;
  log: Attachment['log'];
  /** When its place in the log, or a cosignature of it, was last written. */
  changedAt: number;
}

async function logged<Row>(
  db: Queries,
  rows: readonly Row[],
  leafOf: (row: Row) => NewLeaf,
  most = Infinity,
): Promise<Logged<Row>[]> {
  const found: Logged<Row>[] = [];
  for (const row of rows) {
    if (found.length === most) break;
    const { leaf } = leafOf(row);
    const place = await inLog(db, leaf);
    if (place !== null) found.push({ row, leaf, ...place });
  }
  return found;
}

/** The newest first: an older one applies until the log contains the newest. */
function disclosuresOf(db: Queries, { provider_id, endedAt }: Owner) {
  let newest = db
    .selectFrom('disclosures')
    .selectAll()
    .where('provider_id', '=', provider_id)
    .orderBy('seq', 'desc')
    .limit(2);
  if (endedAt !== null) newest = newest.where('published_at', '<=', endedAt);
  return newest.execute();
}

/** Of the news that the indicator is about, and of its withdrawal; the newest last. */
async function rationalesOf(db: Queries, { verification_id, provider_id, published_at, renews }: Owner) {
  const news = await db
    .selectFrom('changelog')
    .innerJoin('indicators', 'indicators.verification_id', 'changelog.verification_id')
    .select('changelog.id')
    .where('changelog.provider_id', '=', provider_id)
    .where('changelog.kind', 'in', [...NEWS_KINDS])
    .where('changelog.changed_at', '<=', published_at)
    .where(({ eb, or }) =>
      or([
        eb('indicators.verification_id', '=', verification_id),
        eb('indicators.corrects', 'is', null),
        eb('indicators.supersedes', 'is not', null),
      ]),
    )
    .orderBy('changelog.seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return db
    .selectFrom('published_rationales')
    .selectAll()
    .where(({ eb, or }) =>
      or([
        eb('verification_id', 'in', [verification_id, renews ?? verification_id]),
        eb('changelog_id', '=', news?.id ?? ''),
      ]),
    )
    .orderBy('seq')
    .execute();
}

function lastMark(db: Queries, providerId: string) {
  return db
    .selectFrom('review_marks')
    .selectAll()
    .where('provider_id', '=', providerId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** null until the next seal puts the leaf into the log. */
async function inLog(db: Queries, leaf: string): Promise<Pick<Logged<never>, 'log' | 'changedAt'> | null> {
  const hash = Buffer.from(await leafHash(Buffer.from(leaf))).toString('base64');
  const row = await db
    .selectFrom('log_leaves')
    .select('idx')
    .where('leaf_hash', '=', hash)
    // As the index has it: with parameters it would not be used.
    .where(sql<boolean>`kind in ('rationale', 'disclosures', 'review')`)
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { tree_size, note, created_at } = await db
    .selectFrom('checkpoints')
    .selectAll()
    .where('tree_size', '>', row.idx)
    .orderBy('tree_size')
    .limit(1)
    .executeTakeFirstOrThrow();
  const cosigned = await cosignedNote(db, tree_size, note);
  return {
    log: {
      index: row.idx,
      tree_size,
      inclusion_proof: await inclusionProof(db, row.idx, tree_size),
      checkpoint: cosigned.note,
    },
    changedAt: Math.max(created_at, cosigned.changedAt),
  };
}

// Reads what analysts published beside scores: the rationales, disclosures and reviews of indicators and of changes.

import type { Disclosures, Review } from '@rf-indicators/contract';
import { type Expression, type SqlBool, sql } from 'kysely';
import { instantText } from '../../context/times.ts';
import { inPortions } from '../../store/bulk.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import type { ServedReview } from './served.ts';

/** Kinds of changes that a rationale explains: it stays the current one until the next of them. */
export const NEWS_KINDS = [
  'initial',
  'score_change',
  'band_change',
  'methodology_change',
  'correction',
  'reinstatement',
] as const;

type Numbered = 'published_rationales' | 'disclosures';

/**
 * The columns of `served_indicators` that follow from these tables, for the provider of each row of `table`. `until`: at this
 * instant; now if it is absent.
 */
export function analysisColumns(table: string, until?: number) {
  const provider = sql.ref(`${table}.provider_id`);
  const upTo = (column: string): Expression<SqlBool> =>
    until === undefined ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.ref(column)} <= ${until}`;
  // A correction of a past indicator says nothing about the current one.
  const lastNews = sql`(select c.id from changelog c join indicators i on i.verification_id = c.verification_id
    where c.provider_id = ${provider} and c.kind in (${sql.join(NEWS_KINDS)})
    and (i.corrects is null or i.supersedes is not null) and ${upTo('c.changed_at')}
    order by c.seq desc limit 1)`;
  const rationale = sql<number | null>`(select r.seq from published_rationales r
    where r.changelog_id = ${lastNews} and ${upTo('r.published_at')})`;
  const disclosures = sql<number | null>`(select d.seq from disclosures d
    where d.provider_id = ${provider} and ${upTo('d.published_at')} order by d.seq desc limit 1)`;
  const review = sql<number | null>`(select m.seq from review_marks m
    where m.provider_id = ${provider} and ${upTo('m.marked_at')} order by m.seq desc limit 1)`;
  return [rationale.as('rationale_seq'), disclosures.as('disclosures_seq'), review.as('review_seq')] as const;
}

/** What `analysisColumns` gives. */
export interface AnalysisNumbers {
  rationale_seq: number | null;
  disclosures_seq: number | null;
  /** Of the last mark, which may end the review. */
  review_seq: number | null;
}

interface AnalysisOfRow {
  review: Database['review_marks'] | null;
  /** When any of them was last published. */
  changedAt: number;
}

/** The marks that rows refer to, and when what they refer to changed. In the order given. */
export async function readAnalysis(
  db: Queries | Writes,
  rows: readonly AnalysisNumbers[],
): Promise<AnalysisOfRow[]> {
  const marks = await marksBySeq(
    db,
    rows.flatMap(({ review_seq }) => review_seq ?? []),
  );
  const times = {
    published_rationales: await timesOf(db, 'published_rationales', rows, ({ rationale_seq: seq }) => seq),
    disclosures: await timesOf(db, 'disclosures', rows, ({ disclosures_seq: seq }) => seq),
  };
  return rows.map(({ rationale_seq, disclosures_seq, review_seq }) => {
    const mark = marks.get(review_seq ?? -1) ?? null;
    return {
      review: mark?.direction == null ? null : mark,
      changedAt: Math.max(
        mark?.marked_at ?? 0,
        times.published_rationales.get(rationale_seq ?? -1) ?? 0,
        times.disclosures.get(disclosures_seq ?? -1) ?? 0,
      ),
    };
  });
}

async function marksBySeq(db: Queries | Writes, seqs: readonly number[]) {
  const found = new Map<number, Database['review_marks']>();
  for (const portion of inPortions(seqs)) {
    const rows = await db.selectFrom('review_marks').selectAll().where('seq', 'in', portion).execute();
    for (const row of rows) found.set(row.seq, row);
  }
  return found;
}

async function timesOf(
  db: Queries | Writes,
  table: Numbered,
  rows: readonly AnalysisNumbers[],
  seqOf: (row: AnalysisNumbers) => number | null,
): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  for (const portion of inPortions(rows.flatMap((row) => seqOf(row) ?? []))) {
    const some = await (db as Queries)
      .selectFrom(table as 'disclosures')
      .select(['seq', 'published_at'])
      .where('seq', 'in', portion)
      .execute();
    for (const { seq, published_at } of some) found.set(seq, published_at);
  }
  return found;
}

/** The texts of rationales by their numbers. */
export async function rationaleTexts(
  db: Queries,
  seqs: readonly (number | null)[],
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const portion of inPortions(seqs.filter((seq) => seq !== null))) {
    const rows = await db
      .selectFrom('published_rationales')
      .select(['seq', 'text'])
      .where('seq', 'in', portion)
      .execute();
    for (const { seq, text } of rows) found.set(seq, text);
  }
  return found;
}

/** Disclosures by their numbers. */
export async function disclosuresBySeq(
  db: Queries,
  seqs: readonly (number | null)[],
): Promise<Map<number, Disclosures>> {
  const found = new Map<number, Disclosures>();
  for (const portion of inPortions([...new Set(seqs.filter((seq) => seq !== null))])) {
    const rows = await db
      .selectFrom('disclosures')
      .select(['seq', 'content'])
      .where('seq', 'in', portion)
      .execute();
    for (const { seq, content } of rows) found.set(seq, JSON.parse(content) as Disclosures);
  }
  return found;
}

/** As responses have it. */
export function wireReview(review: ServedReview | null): Review | null {
  if (review === null) return null;
  const { direction, since, until, reason } = review;
  return { direction, since: instantText(since), until: instantText(until), reason };
}

export interface ChangeAnalysis {
  rationale: string | null;
  disclosures: Disclosures | null;
  review: Review | null;
  /** When the rationale was published, which can be later than the change; 0 if there is none. */
  changedAt: number;
}

interface ChangeReference {
  /** Of the changelog entry. */
  id: string;
  provider_id: string;
  changed_at: number;
}

/** What belongs to changes, by the id of the changelog entry. */
export async function analysisOfChanges(
  db: Queries,
  changes: readonly ChangeReference[],
): Promise<Map<string, ChangeAnalysis>> {
  const found = new Map<string, ChangeAnalysis>();
  for (const portion of inPortions(changes, 200)) {
    const ids = portion.map(({ id }) => id);
    const providers = [...new Set(portion.map(({ provider_id }) => provider_id))];
    const rationales = await db
      .selectFrom('published_rationales')
      .select(['changelog_id', 'text', 'published_at'])
      .where('changelog_id', 'in', ids)
      .execute();
    const published = await db
      .selectFrom('disclosures')
      .select(['seq', 'provider_id', 'published_at'])
      .where('provider_id', 'in', providers)
      .orderBy('seq')
      .execute();
    const marks = await db
      .selectFrom('review_marks')
      .selectAll()
      .where('provider_id', 'in', providers)
      .orderBy('seq')
      .execute();
    const rationaleOf = new Map(rationales.map((row) => [row.changelog_id, row]));
    const disclosedBy = Map.groupBy(published, ({ provider_id }) => provider_id);
    const marksOf = Map.groupBy(marks, ({ provider_id }) => provider_id);
    const seqOf = new Map(
      portion.map(({ id, provider_id, changed_at }) => [
        id,
        disclosedBy.get(provider_id)?.findLast(({ published_at }) => published_at <= changed_at)?.seq ?? null,
      ]),
    );
    const contents = await disclosuresBySeq(db, [...seqOf.values()]);
    for (const { id, provider_id, changed_at } of portion) {
      const mark = marksOf.get(provider_id)?.findLast(({ marked_at }) => marked_at <= changed_at);
      found.set(id, {
        rationale: rationaleOf.get(id)?.text ?? null,
        disclosures: contents.get(seqOf.get(id) ?? -1) ?? null,
        review: mark === undefined ? null : wireReview(markedReview(mark)),
        changedAt: rationaleOf.get(id)?.published_at ?? 0,
      });
    }
  }
  return found;
}

/** null if the mark ends the review. */
export function markedReview(mark: Database['review_marks']): ServedReview | null {
  const { direction, since, until, reason } = mark;
  return direction === null ? null : { direction, since: since!, until: until!, reason };
}

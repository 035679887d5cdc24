// The leaves that make public facts part of the log: publications, withdrawals, staleness, changelog entries and the
// announcements of frameworks, what the public calls providers, returns to the founding, rationales, disclosures and reviews. They follow from the entries of the record chain since the last such leaves. Of many facts
// only the digest of their list is a leaf; the list itself is public too.

import { createHash } from 'node:crypto';
import { canonicalJson, type JsonValue } from '@rf-indicators/engine';
import { instantText } from '../context/times.ts';
import { inPortions } from '../store/bulk.ts';
import type { ChainEntry } from '../store/records/chain.ts';
import type { Database, LeafKind } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { plainChangelogEntry } from './changelog-entry.ts';
import type { NewLeaf } from './store.ts';

/** C2SP tiles give the length of a leaf in 16 bits. */
export const LONGEST_LEAF = 65_535;

/** The tables whose rows are public facts. */
export const PUBLIC_TABLES = [
  'publications',
  'withdrawals',
  'stale_marks',
  'changelog',
  'methodology_activations',
  'methodology_cancellations',
  'provider_namings',
  'founding',
  'published_rationales',
  'disclosures',
  'review_marks',
] as const;

type Db = Queries | Writes;
type Line = Record<string, JsonValue>;

/** `entries`: those of the record chain since the last leaf of kind records; `at`: when the leaves are made. */
export async function factLeaves(db: Db, entries: readonly ChainEntry[], at: number): Promise<NewLeaf[]> {
  const keys = (table: string) =>
    entries.flatMap((entry) =>
      entry.table_name === table && entry.row_key !== null
        ? [String((JSON.parse(entry.row_key) as unknown[])[0])]
        : [],
    );
  const lists = (table: string) =>
    entries.flatMap((entry) => (entry.table_name === table && entry.list !== null ? [entry.list] : []));
  const leaves: NewLeaf[] = [];
  for (const digest of keys('methodology_activations')) leaves.push(await announcement(db, digest));
  for (const digest of keys('methodology_cancellations')) leaves.push(await cancellation(db, digest));
  for (const seq of keys('founding')) {
    const step = await foundingLeaf(db, Number(seq));
    if (step !== null) leaves.push(step);
  }
  for (const id of keys('publications')) {
    const list = await publicationLines(db, id);
    if (list.length > 0) leaves.push(leaf('publication', at, { list: digestOf(list), publication: id }));
  }
  for (const id of keys('withdrawals')) leaves.push(await withdrawal(db, id));
  const marks = await rowsOfLists(db, 'stale_marks', lists('stale_marks'));
  if (marks.length > 0) {
    const [first, last] = [marks[0]!.seq, marks.at(-1)!.seq];
    leaves.push(leaf('staleness', at, { first, last, list: digestOf(marks.map(stalenessLine)) }));
  }
  const news = await rowsOfLists(db, 'changelog', lists('changelog'));
  if (news.length > 0) {
    const [first, last] = [news[0]!.id, news.at(-1)!.id];
    leaves.push(leaf('changelog', at, { first, last, list: digestOf(news.map(changelogLine)) }));
  }
  const namings = await rowsOfLists(db, 'provider_namings', lists('provider_namings'));
  if (namings.length > 0) {
    const [first, last] = [namings[0]!.seq, namings.at(-1)!.seq];
    leaves.push(leaf('names', at, { first, last, list: digestOf(namings.map(namingLine)) }));
  }
  const rationales = await rowsOfLists(db, 'published_rationales', lists('published_rationales'));
  leaves.push(...rationales.map(rationaleLeaf));
  const disclosures = await rowsOfLists(db, 'disclosures', lists('disclosures'));
  leaves.push(...disclosures.map(disclosuresLeaf));
  const reviews = await rowsOfLists(db, 'review_marks', lists('review_marks'));
  leaves.push(...reviews.map(reviewLeaf));
  return leaves;
}

export function leaf(kind: LeafKind, at: number, content: Line): NewLeaf {
  const text = canonicalJson({ at: instantText(at), leaf: kind, version: 1, ...content });
  if (Buffer.byteLength(text) > LONGEST_LEAF)
    throw new Error(`A leaf of kind ${kind} has more than ${LONGEST_LEAF} bytes.`);
  return { kind, leaf: text };
}

/** The lines that a leaf has the digest of; null for a leaf without a list. */
export async function listBehind(db: Db, kind: LeafKind, text: string): Promise<string | null> {
  const content = JSON.parse(text) as { publication: string; first: string | number; last: string | number };
  if (kind === 'publication') return asText(await publicationLines(db, content.publication));
  if (kind === 'staleness') {
    const marks = await db
      .selectFrom('stale_marks')
      .selectAll()
      .where('seq', '>=', Number(content.first))
      .where('seq', '<=', Number(content.last))
      .orderBy('seq')
      .execute();
    return asText(marks.map(stalenessLine));
  }
  if (kind === 'names') {
    const namings = await db
      .selectFrom('provider_namings')
      .selectAll()
      .where('seq', '>=', Number(content.first))
      .where('seq', '<=', Number(content.last))
      .orderBy('seq')
      .execute();
    return asText(namings.map(namingLine));
  }
  if (kind !== 'changelog') return null;
  const seq = (id: string | number) => db.selectFrom('changelog').select('seq').where('id', '=', String(id));
  const news = await db
    .selectFrom('changelog')
    .selectAll()
    .where('seq', '>=', seq(content.first))
    .where('seq', '<=', seq(content.last))
    .orderBy('seq')
    .execute();
  return asText(news.map(changelogLine));
}

function asText(lines: readonly Line[]): string {
  return lines.map((line) => `${canonicalJson(line)}\n`).join('');
}

function digestOf(lines: readonly Line[]): Line {
  return { count: lines.length, sha256: createHash('sha256').update(asText(lines)).digest('hex') };
}

async function publicationLines(db: Db, publicationId: string): Promise<Line[]> {
  const rows = await db
    .selectFrom('indicators')
    .select(['verification_id', 'kind', 'supersedes', 'corrects', 'renews', 'correction_reason'])
    .where('publication_id', '=', publicationId)
    .orderBy('log_index')
    .execute();
  return rows.map(({ correction_reason, ...row }) => ({ ...row, reason: correction_reason }));
}

type Mark = Database['stale_marks'];

function stalenessLine({ provider_id, verification_id, marked_at, stale_since, stale_reason }: Mark): Line {
  const since = stale_since === null ? null : instantText(stale_since);
  return {
    marked_at: instantText(marked_at),
    provider_id,
    stale_reason,
    stale_since: since,
    verification_id,
  };
}

/** Who decided is not public. */
function namingLine(naming: Database['provider_namings']): Line {
  const { provider_id, named_at, name, slug, aliases, subtype, website, identifiers, reason } = naming;
  return {
    aliases: JSON.parse(aliases) as string[],
    // Absent if there are none, as in lines from before there were identifiers.
    ...(identifiers === null ? {} : { identifiers: JSON.parse(identifiers) as Line[] }),
    name,
    named_at: instantText(named_at),
    provider_id,
    provider_subtype: subtype,
    reason,
    slug,
    website,
  };
}

function changelogLine(row: Parameters<typeof plainChangelogEntry>[0]): Line {
  return { ...plainChangelogEntry(row) };
}

// Leaves of a single row, so that one of them can be proved alone.

/** A verifier reads the provider, the change and the text. */
export function rationaleLeaf(row: Database['published_rationales']): NewLeaf {
  const { changelog_id, provider_id, verification_id, text, published_at } = row;
  return leaf('rationale', published_at, { changelog_id, provider_id, text, verification_id });
}

export function disclosuresLeaf(row: Database['disclosures']): NewLeaf {
  const { provider_id, verification_id, content, published_at } = row;
  return leaf('disclosures', published_at, {
    disclosures: JSON.parse(content) as Line,
    provider_id,
    verification_id,
  });
}

/** `review` is null if it ended. */
export function reviewLeaf(row: Database['review_marks']): NewLeaf {
  const { provider_id, verification_id, marked_at, direction, since, until, reason } = row;
  const review =
    direction === null ? null : { direction, since: instantText(since!), until: instantText(until!), reason };
  return leaf('review', marked_at, { provider_id, reason, review, verification_id });
}

/** In their order. The lists of a range of the chain are few, unless a sweep marked many providers one by one. */
async function rowsOfLists<
  T extends
    | 'changelog'
    | 'disclosures'
    | 'provider_namings'
    | 'published_rationales'
    | 'review_marks'
    | 'stale_marks',
>(db: Db, table: T, lists: readonly number[]) {
  const rows = [];
  for (const portion of inPortions(lists, 500)) {
    rows.push(
      ...(await (db as Queries)
        .selectFrom(table as 'changelog')
        .selectAll()
        .where('chain_list' as never, 'in', portion as never)
        .execute()),
    );
  }
  rows.sort((a, b) => a.seq - b.seq);
  return rows as unknown as Database[T][];
}

async function withdrawal(db: Db, id: string): Promise<NewLeaf> {
  const { provider_id, verification_id, reason, withdrawn_at } = await db
    .selectFrom('withdrawals')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return leaf('withdrawal', withdrawn_at, { provider_id, reason, verification_id });
}

async function announcement(db: Db, digest: string): Promise<NewLeaf> {
  const row = await db
    .selectFrom('methodology_activations')
    .innerJoin('methodologies', 'methodologies.digest', 'methodology_activations.digest')
    .select(['activated_at', 'urgent_reason', 'differences_digest'])
    .select(['version', 'framework_version', 'effective_from'])
    .where('methodology_activations.digest', '=', digest)
    .executeTakeFirstOrThrow();
  const { activated_at, version: methodology_version, ...content } = row;
  return leaf('announcement', activated_at, { digest, methodology_version, ...content });
}

async function cancellation(db: Db, digest: string): Promise<NewLeaf> {
  const { cancelled_at, reason } = await db
    .selectFrom('methodology_cancellations')
    .selectAll()
    .where('digest', '=', digest)
    .executeTakeFirstOrThrow();
  return leaf('cancellation', cancelled_at, { digest, reason });
}

/** That one person could enrol others alone from then on, or no longer. The reason may name people, so it is not public. */
async function foundingLeaf(db: Db, seq: number): Promise<NewLeaf | null> {
  const { since, logged_as } = await db
    .selectFrom('founding')
    .select(['since', 'logged_as'])
    .where('seq', '=', seq)
    .executeTakeFirstOrThrow();
  return logged_as === null ? null : leaf('founding', since, { state: logged_as });
}

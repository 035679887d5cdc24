// Lists the news of a draft or of a withdrawal with its rationales, and the published news that has none yet.

import type { DomainAnswerOf, DomainInputOf } from '@rf-indicators/contract/acts';
import { inPortions } from '../../store/bulk.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { providerName } from '../providers/names.ts';
import { NEWS_KINDS } from '../served/analysis.ts';
import { isRequired, requireSubjects, runSubjects, type Subject } from './subjects.ts';
import { followUpTexts, isApproved, newestTexts, type WrittenRationale } from './texts.ts';

type Listed = DomainAnswerOf<'rationales.list'>['data'][number];

/** How far back published news is offered for a rationale that follows. */
const MOST_FOLLOW_UPS = 100;

export async function listRationales(
  db: Queries,
  { run, withdrawal, status }: DomainInputOf<'rationales.list'>,
): Promise<Listed[]> {
  const listed =
    run !== undefined
      ? await ofRun(db, run)
      : withdrawal !== undefined
        ? await ofWithdrawal(db, withdrawal)
        : await followUps(db);
  return status === undefined ? listed : listed.filter((one) => one.status === status);
}

async function ofRun(db: Queries, runId: string): Promise<Listed[]> {
  const run = await db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirst();
  if (run === undefined) return [];
  const subjects = await runSubjects(db, run);
  const texts = await newestTexts(db, { runId, withdrawalId: null, entryId: null });
  return describe(
    db,
    subjects.map((subject) => ({ subject, text: texts.get(subject.providerId) ?? null })),
  );
}

async function ofWithdrawal(db: Queries, withdrawal: string): Promise<Listed[]> {
  const subjects = await requireSubjects(db, { withdrawal }, []);
  const texts = await newestTexts(db, { runId: null, withdrawalId: withdrawal, entryId: null });
  return describe(
    db,
    subjects.map((subject) => ({ subject, text: texts.get(subject.providerId) ?? null })),
  );
}

/** The newest first. */
async function followUps(db: Queries): Promise<Listed[]> {
  const entries = await db
    .selectFrom('changelog')
    .leftJoin('published_rationales', 'published_rationales.changelog_id', 'changelog.id')
    .select(['changelog.id', 'changelog.provider_id', 'changelog.kind'])
    .where('published_rationales.seq', 'is', null)
    .where('changelog.kind', 'in', [...NEWS_KINDS, 'withdrawal'])
    .orderBy('changelog.seq', 'desc')
    .limit(MOST_FOLLOW_UPS)
    .execute();
  const texts = await followUpTexts(
    db,
    entries.map(({ id }) => id),
  );
  return describe(
    db,
    entries.map(({ id, provider_id, kind }) => ({
      subject: {
        ...{ runId: null, withdrawalId: null, entryId: id, providerId: provider_id, kind },
        ...{ packageHashes: [], change: null },
      },
      text: texts.get(id) ?? null,
    })),
  );
}

interface Found {
  subject: Subject;
  text: WrittenRationale | null;
}

async function describe(db: Queries, found: readonly Found[]): Promise<Listed[]> {
  const names = await namesOf(
    db,
    found.map(({ subject }) => subject.providerId),
  );
  const people = await peopleOf(
    db,
    found.flatMap(({ text }) =>
      text === null ? [] : [text.row.written_by, ...(text.review === null ? [] : [text.review.reviewed_by])],
    ),
  );
  return found
    .map(({ subject, text }) => ({
      run: subject.runId,
      withdrawal: subject.withdrawalId,
      entry: subject.entryId,
      provider_id: subject.providerId,
      slug: names.get(subject.providerId)?.slug ?? '',
      name: names.get(subject.providerId)?.name ?? '',
      kind: subject.kind,
      required: isRequired(subject),
      status: statusOf(text),
      rationale: text && {
        id: text.row.id,
        text: text.row.text,
        author_id: text.row.written_by,
        author: people.get(text.row.written_by) ?? '',
        written_at: text.row.written_at,
        reviewer: text.review && (people.get(text.review.reviewed_by) ?? ''),
        reviewed_at: text.review?.reviewed_at ?? null,
        returned_because: text.review?.decision === 'returned' ? text.review.reason : null,
      },
    }))
    .sort((a, b) => Number(b.required) - Number(a.required));
}

function statusOf(text: WrittenRationale | null): Listed['status'] {
  if (text === null) return 'missing';
  if (text.review === null) return 'written';
  return isApproved(text) ? 'approved' : 'returned';
}

async function namesOf(db: Queries, ids: readonly string[]) {
  const found = new Map<string, { slug: string; name: string }>();
  for (const portion of inPortions([...new Set(ids)])) {
    const rows = await db
      .selectFrom('providers')
      .select(['id', 'slug'])
      .select(providerName('providers.id').as('name'))
      .where('id', 'in', portion)
      .execute();
    for (const { id, ...row } of rows) found.set(id, row);
  }
  return found;
}

async function peopleOf(db: Queries, ids: readonly Database['staff']['id'][]) {
  const found = new Map<string, string>();
  for (const portion of inPortions([...new Set(ids)])) {
    const rows = await db.selectFrom('staff').select(['id', 'name']).where('id', 'in', portion).execute();
    for (const { id, name } of rows) found.set(id, name);
  }
  return found;
}

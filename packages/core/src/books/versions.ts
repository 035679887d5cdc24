// The versions of a book. Each has the day from which on it counts and the instant at which it was recorded, so that a past day
// can be read as it was known then, or as it was corrected.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { actingMember, type Member } from '../accounts/members.ts';
import { subjectOf } from '../accounts/workspaces.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { civilDate } from '../context/times.ts';
import { namesOfMembers } from '../policies/member-names.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import { inPortions } from '../store/bulk.ts';
import type { Database } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { moveTopic } from '../store/topics.ts';
import { markDue } from '../watch/due/mark.ts';
import { type BookContents, isDay, readContents } from './contents.ts';
import { type OpenBook, openBook } from './open-book.ts';
import { openPart, sealPart } from './sealing.ts';

export interface BookVersion {
  number: number;
  effective_on: string;
  recorded_at: number;
  recorded_by: string;
}

export interface VersionToSave {
  book: string;
  contents: unknown;
  /** Today if absent. */
  effective_on?: string | undefined;
  /** The newest version when the contents were written; 0 if there was none. */
  seen?: number | undefined;
}

/** Days that are further away are typing errors. */
const [FIRST_DAY, LAST_DAY] = ['2000-01-01', '2100-12-31'];

export async function saveVersion(
  context: Context,
  masterKey: MasterKey,
  member: Member,
  { book, contents: document, effective_on = civilDate(context.clock()), seen }: VersionToSave,
): Promise<DomainAnswerOf<'books.save'>> {
  requireDay(effective_on, 'effective_on');
  // Before the transaction, because others wait for it.
  const contents = readContents(document);
  await requireProviders(context.store.db, contents);
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, 'books.save');
    // First: of two versions that are saved at once, the second waits, and then finds the first.
    await moveTopic(writes, 'access');
    const open = await openBook(writes, masterKey, acting, book, 'edit');
    requireOfBook(contents, open);
    const newest = await newestNumber(writes, book);
    if (seen !== undefined && seen !== newest)
      throw new Refusal('conflict', 'Somebody saved another version since you read the book. Read it again.');
    const version = {
      ...{ number: newest + 1, effective_on },
      ...{ recorded_at: context.clock(), recorded_by: acting.id },
    };
    const sealed = sealPart(open.key, { bookId: book, kind: 'contents', number: version.number }, contents);
    await writes
      .insertInto('book_versions')
      .values({ book_id: book, ...version, sealed })
      .execute();
    await markDue(writes, `book/${book}`, context.clock());
    const after = { book, version: version.number };
    await recordAct(context, writes, acting, 'book.saved', subjectOf(acting.workspace), null, after);
    return { book, ...version, recorded_by_name: acting.name, positions: contents.positions.length };
  });
}

export function requireDay(day: string, member: string): void {
  if (isDay(day) && day >= FIRST_DAY && day <= LAST_DAY) return;
  const message = `must be a date from ${FIRST_DAY} to ${LAST_DAY}`;
  throw invalid([{ place: `/${member}`, code: 'date', message }]);
}

function requireOfBook({ currency, measure }: BookContents, { settings }: OpenBook): void {
  const details = [];
  if (currency !== settings.currency)
    details.push({
      ...{ place: '/currency', code: 'currency' },
      message: `must be ${settings.currency}, the reporting currency of the book`,
    });
  if (measure !== settings.measure)
    details.push({
      ...{ place: '/measure', code: 'measure' },
      message: `must be ${settings.measure}, which the settings of the book count`,
    });
  if (details.length > 0) throw invalid(details);
}

async function requireProviders(db: Queries, { positions }: BookContents): Promise<void> {
  const ids = [...new Set(positions.flatMap(({ provider }) => provider ?? []))];
  const known = new Set<string>();
  for (const portion of inPortions(ids)) {
    const rows = await db.selectFrom('providers').select('id').where('id', 'in', portion).execute();
    for (const { id } of rows) known.add(id);
  }
  const details = positions.flatMap(({ provider }, index) =>
    provider === null || known.has(provider)
      ? []
      : { place: `/positions/${index}/provider`, code: 'provider', message: 'is not the id of a provider' },
  );
  if (details.length > 0) throw invalid(details.slice(0, 100));
}

function invalid(details: ConstructorParameters<typeof Refusal>[2]): Refusal {
  return new Refusal('validation_failed', 'The book is not valid.', details);
}

/** 0 if there is none. */
export async function newestNumber(db: Queries | Writes, bookId: string): Promise<number> {
  const { newest } = await db
    .selectFrom('book_versions')
    .select(({ fn }) => fn.max('number').as('newest'))
    .where('book_id', '=', bookId)
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}

export interface VersionFilter {
  effective_on: string;
  /** An instant. */
  known_at: number;
}

/**
 * Of the versions that were recorded by then and counted by that day, the one that counted last, and of these the one that was
 * recorded last.
 */
export async function versionAsOf(
  db: Queries,
  { row, key }: Pick<OpenBook, 'row' | 'key'>,
  { effective_on, known_at }: VersionFilter,
): Promise<{ version: BookVersion; contents: BookContents } | null> {
  const found = await db
    .selectFrom('book_versions')
    .selectAll()
    .where('book_id', '=', row.id)
    .where('effective_on', '<=', effective_on)
    .where('recorded_at', '<=', known_at)
    .orderBy('effective_on', 'desc')
    .orderBy('recorded_at', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found === undefined ? null : { version: found, contents: contentsOf(row.id, key, found) };
}

function contentsOf(
  bookId: string,
  key: OpenBook['key'],
  { number, sealed }: Pick<Database['book_versions'], 'number' | 'sealed'>,
): BookContents {
  return openPart(key, { bookId, kind: 'contents', number }, sealed) as BookContents;
}

/** Newest first. */
export async function listVersions(
  db: Queries,
  masterKey: MasterKey,
  member: Member,
  book: string,
): Promise<DomainAnswerOf<'books.versions'>['data']> {
  await openBook(db, masterKey, member, book, 'see');
  const rows = await db
    .selectFrom('book_versions')
    .select(['number', 'effective_on', 'recorded_at', 'recorded_by'])
    .where('book_id', '=', book)
    .orderBy('number', 'desc')
    .execute();
  const names = await namesOfMembers(db, member.workspace.id);
  return rows.map((row) => ({ ...row, recorded_by_name: names.get(row.recorded_by)! }));
}

/** The document of a version: the one with this number, or the one that a read of the book shows now. */
export async function readVersion(
  { store: { db }, clock }: Context,
  masterKey: MasterKey,
  member: Member,
  { book, number }: { book: string; number?: number | undefined },
): Promise<DomainAnswerOf<'books.contents'>> {
  const open = await openBook(db, masterKey, member, book, 'see');
  const now = clock();
  const found =
    number === undefined
      ? await versionAsOf(db, open, { effective_on: civilDate(now), known_at: now })
      : await versionNumbered(db, open, number);
  if (found === null) throw new Refusal('not_found', 'The book has no such version.');
  const { version, contents } = found;
  const names = await namesOfMembers(db, member.workspace.id);
  return {
    ...{ number: version.number, effective_on: version.effective_on, recorded_at: version.recorded_at },
    ...{ recorded_by: version.recorded_by, recorded_by_name: names.get(version.recorded_by)! },
    ...{ newest: await newestNumber(db, book), contents: { ...contents } },
  };
}

async function versionNumbered(db: Queries, { row, key }: OpenBook, number: number) {
  const found = await db
    .selectFrom('book_versions')
    .selectAll()
    .where('book_id', '=', row.id)
    .where('number', '=', number)
    .executeTakeFirst();
  return found === undefined ? null : { version: found, contents: contentsOf(row.id, key, found) };
}

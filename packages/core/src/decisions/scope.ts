// The providers that policies are about, and what snapshots say of the books in which they are.

import { bookInScope, digestOf, type NamedSnapshot, type Policy } from '@rf-indicators/engine';
import { civilDate } from '../context/times.ts';
import type { Queries } from '../store/store.ts';

export interface BookMoment {
  /** The UTC day on which a version counts. */
  day: string;
  /** An instant: later versions were not known. Null: whatever is known now. */
  knownAt: number | null;
}

/**
 * Reads the ids of the providers in a book. A book that was deleted, that belongs to another workspace, or of which no version
 * counts yet has none. Decisions are given this function, because books read decisions.
 */
export type ReadBookProviders = (
  workspaceId: string,
  book: string,
  moment: BookMoment,
) => Promise<ReadonlySet<string>>;

/** The books that policies are about, and the providers in each. */
export type BooksInScope = ReadonlyMap<string, ReadonlySet<string>>;

export async function booksInScope(
  read: ReadBookProviders,
  workspaceId: string,
  policies: readonly Policy[],
  moment: BookMoment,
): Promise<BooksInScope> {
  const found = new Map<string, ReadonlySet<string>>();
  const books = new Set(policies.flatMap((policy) => bookInScope(policy) ?? []));
  for (const book of [...books].sort()) found.set(book, await read(workspaceId, book, moment));
  return found;
}

/** A past instant is decided with what was known of the book by then. */
export function momentOf(instant: number, now: number): BookMoment {
  return { day: civilDate(instant), knownAt: instant < now ? instant : null };
}

/** Sorted ids: those that it names, or all that were ever scored. Others are blocked, like what is unknown. */
export async function scopeOf(db: Queries, policy: Policy, books: BooksInScope): Promise<string[]> {
  const named = namedBy(policy, books);
  if (named !== null) return [...named].sort();
  const rows = await db.selectFrom('provider_states').select('provider_id').orderBy('provider_id').execute();
  return rows.map(({ provider_id }) => provider_id);
}

/** Null for a policy about all providers. */
export function namedBy({ scope }: Policy, books: BooksInScope): readonly string[] | null {
  if (scope === 'all') return null;
  const book = bookInScope({ scope });
  return book === null ? (scope as readonly string[]) : [...(books.get(book) ?? [])];
}

/** Nothing if no policy is about a book, so that what a decision reads is then the same for every workspace. */
export function booksOf(provider: string, books: BooksInScope): { in_books?: readonly string[] } {
  if (books.size === 0) return {};
  return { in_books: [...books].flatMap(([book, providers]) => (providers.has(provider) ? book : [])) };
}

/** By the snapshot without books, which is kept in memory as long as it is served. */
const known = new WeakMap<NamedSnapshot, { key: string; named: NamedSnapshot }>();

export async function withBooks(
  snapshots: readonly NamedSnapshot[],
  books: BooksInScope,
): Promise<readonly NamedSnapshot[]> {
  if (books.size === 0) return snapshots;
  return Promise.all(
    snapshots.map(async (one) => {
      const more = booksOf(one.snapshot.provider, books);
      const key = more.in_books!.join();
      const before = known.get(one);
      if (before?.key === key) return before.named;
      const snapshot = { ...one.snapshot, ...more };
      const named = { ...one, snapshot, digest: await digestOf(snapshot) };
      known.set(one, { key, named });
      return named;
    }),
  );
}

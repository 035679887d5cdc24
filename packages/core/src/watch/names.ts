// The names that a rule watches now: those of its book, the providers that it lists, or all.

import type { BookContents } from '../books/contents.ts';
import { keyOf } from '../books/exposures.ts';
import type { OpenBook } from '../books/open-book.ts';
import { versionAsOf } from '../books/versions.ts';
import { civilDate } from '../context/times.ts';
import { namedProviders } from '../desk/providers/names.ts';
import type { Queries } from '../store/store.ts';

export interface WatchedName {
  /** Of the name in a book, or of the provider. */
  key: string;
  provider: string | null;
  /** As the book has it; the provider may be called otherwise. */
  name: string;
}

/** The version of a book that counts today. */
export async function contentsNow(
  db: Queries,
  book: Pick<OpenBook, 'row' | 'key'>,
  now: number,
): Promise<BookContents | null> {
  const found = await versionAsOf(db, book, { effective_on: civilDate(now), known_at: now });
  return found?.contents ?? null;
}

export function namesInBook(contents: BookContents | null): WatchedName[] {
  const names = new Map<string, WatchedName>();
  for (const { provider, name } of contents?.positions ?? []) {
    const key = keyOf({ provider, name });
    if (!names.has(key)) names.set(key, { key, provider, name });
  }
  return [...names.values()];
}

/** All that have a current indicator if none is listed. */
export async function namesOfProviders(db: Queries, ids: readonly string[]): Promise<WatchedName[]> {
  const listed = ids.length > 0 ? ids : await ratedProviders(db);
  const names = await namedProviders(db, listed);
  return listed.map((provider) => ({
    key: `provider ${provider}`,
    ...{ provider, name: names.get(provider)?.name ?? provider },
  }));
}

async function ratedProviders(db: Queries): Promise<string[]> {
  const rows = await db.selectFrom('provider_states').select('provider_id').orderBy('provider_id').execute();
  return rows.map(({ provider_id }) => provider_id);
}

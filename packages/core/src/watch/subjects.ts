// Which providers rules and books watch, so that a change finds the rules that it can concern. What a book holds is hashed with a key
// outside the store: the rows say to nobody who reads them which names it has.

import { createHmac } from 'node:crypto';
import type { MasterKey } from '../secrets/master-key.ts';
import { inPortions, insertAll } from '../store/bulk.ts';
import type { Queries, Writes } from '../store/store.ts';
import type { RuleRow } from './rule-rows.ts';

type Watched = `rule/${string}` | `book/${string}`;

const ALL = '*';

/** A rule about a book is found through the book. */
export async function writeRuleSubjects(
  writes: Writes,
  { id, book_id, providers }: Pick<RuleRow, 'id' | 'book_id' | 'providers'>,
): Promise<void> {
  const named = JSON.parse(providers) as string[];
  const tags = book_id !== null ? [] : named.length === 0 ? [ALL] : named;
  await replaceSubjects(writes, `rule/${id}`, tags);
}

export async function writeBookSubjects(
  writes: Writes,
  masterKey: MasterKey,
  bookId: string,
  providers: readonly string[],
): Promise<void> {
  const key = hashingKey(masterKey);
  await replaceSubjects(
    writes,
    `book/${bookId}`,
    [...new Set(providers)].map((id) => hashed(key, id)),
  );
}

export async function forgetSubjects(writes: Writes, watched: Watched): Promise<void> {
  await writes.deleteFrom('watch_subjects').where('watched', '=', watched).execute();
}

async function replaceSubjects(writes: Writes, watched: Watched, tags: readonly string[]): Promise<void> {
  await forgetSubjects(writes, watched);
  await insertAll(
    writes,
    'watch_subjects',
    tags.map((tag) => ({ watched, tag })),
  );
}

/** The rules and books that watch one of these providers. */
export async function watching(
  db: Queries,
  masterKey: MasterKey,
  providers: readonly string[],
): Promise<{ rules: string[]; books: string[] }> {
  const key = hashingKey(masterKey);
  const tags = [ALL, ...providers.flatMap((id) => [id, hashed(key, id)])];
  const found = new Set<string>();
  for (const portion of inPortions(tags)) {
    const rows = await db
      .selectFrom('watch_subjects')
      .select('watched')
      .where('tag', 'in', portion)
      .execute();
    for (const { watched } of rows) found.add(watched);
  }
  const of = (prefix: string) =>
    [...found].flatMap((watched) => (watched.startsWith(prefix) ? watched.slice(prefix.length) : []));
  return { rules: of('rule/'), books: of('book/') };
}

/** Which key hashes now: another one after the master key was replaced, when all books are hashed again. */
export function keyMark(masterKey: MasterKey): string {
  return hashed(hashingKey(masterKey), 'mark');
}

function hashingKey(masterKey: MasterKey): Uint8Array {
  return masterKey.derive('watched names');
}

function hashed(key: Uint8Array, id: string): string {
  return createHmac('sha256', key).update(id).digest('base64url').slice(0, 22);
}

// The key of a book that an alert is about, for code that acts for the service and not for a member.

import { isPresent, openRow } from '../books/open-book.ts';
import { Refusal } from '../context/refusal.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import { provedRow } from '../store/records/proved.ts';
import type { Queries, Writes } from '../store/store.ts';
import type { Sealing } from './alert-details.ts';

/** Null for an alert that is about no book. */
export async function sealingOf(
  db: Queries | Writes,
  masterKey: MasterKey,
  bookId: string | null,
): Promise<Sealing | null> {
  if (bookId === null) return null;
  const row = await provedRow(db, 'books', () =>
    db.selectFrom('books').selectAll().where('id', '=', bookId).executeTakeFirst(),
  );
  if (row === undefined || !isPresent(row)) throw new Refusal('not_found', 'The book was deleted.');
  return { bookId, key: openRow(masterKey, row).key };
}

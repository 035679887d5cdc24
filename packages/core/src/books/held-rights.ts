// The rights that a member holds in a book, as the store has them.

import { provedRow, provedRows } from '../store/records/proved.ts';
import type { Database } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';

export const BOOK_RIGHTS = ['see', 'edit', 'approve_limits'] as const;
export type BookRight = (typeof BOOK_RIGHTS)[number];

export type RightsRow = Database['book_rights'];

export async function readRights(
  db: Queries | Writes,
  bookId: string,
  memberId: string,
): Promise<BookRight[]> {
  const row = await provedRow(db, 'book_rights', () =>
    db
      .selectFrom('book_rights')
      .selectAll()
      .where('book_id', '=', bookId)
      .where('member_id', '=', memberId)
      .executeTakeFirst(),
  );
  return row === undefined ? [] : rightsIn(row);
}

/** By book, of one member. */
export async function rightsOfMember(
  db: Queries,
  memberId: string,
): Promise<ReadonlyMap<string, BookRight[]>> {
  const rows = await provedRows(db, 'book_rights', () =>
    db.selectFrom('book_rights').selectAll().where('member_id', '=', memberId).execute(),
  );
  return new Map(rows.map((row) => [row.book_id, rightsIn(row)]));
}

export function rightsIn(row: RightsRow): BookRight[] {
  return BOOK_RIGHTS.filter((right) => row[`may_${right}`] === 1);
}

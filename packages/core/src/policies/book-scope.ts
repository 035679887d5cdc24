// A policy that is about a book takes the right to see the book, from everybody who lets it decide: decisions show which
// providers are in the book.

import { bookInScope, type Policy } from '@rf-indicators/engine';
import type { Member } from '../accounts/members.ts';
import { Refusal } from '../context/refusal.ts';
import type { Queries, Writes } from '../store/store.ts';

/** Throws a refusal unless the member sees the book. Policies are given this function, because books read policies. */
export type RequireBookInScope = (db: Queries | Writes, member: Member, book: string) => Promise<void>;

/** Where no books can be read. */
export const noBooks: RequireBookInScope = async () => {
  throw new Refusal('conflict', 'A policy about a book cannot be saved or activated here.');
};

export async function requireBookOf(
  requireBook: RequireBookInScope,
  writes: Writes,
  member: Member,
  policy: Policy,
): Promise<void> {
  const book = bookInScope(policy);
  if (book !== null) await requireBook(writes, member, book);
}

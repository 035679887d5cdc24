// Books as scopes of policies: which providers are in one, for decisions, and who may let a policy be about it.

import type { Member } from '../accounts/members.ts';
import { Refusal } from '../context/refusal.ts';
import type { ReadBookProviders } from '../decisions/scope.ts';
import type { RequireBookInScope } from '../policies/book-scope.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import type { Queries } from '../store/store.ts';
import { readRights } from './held-rights.ts';
import { findBook, openRow } from './open-book.ts';
import { versionAsOf } from './versions.ts';

/** Later than every version that is known. */
const NOW = Number.MAX_SAFE_INTEGER;

/** Amounts and names are decrypted with the ids, and dropped before it answers. */
export function bookProviders(db: Queries, masterKey: () => MasterKey): ReadBookProviders {
  return async (workspaceId, book, { day, knownAt }) => {
    const row = await findBook(db, workspaceId, book);
    if (row === null) return new Set();
    const filter = { effective_on: day, known_at: knownAt ?? NOW };
    const found = await versionAsOf(db, openRow(masterKey(), row), filter);
    return new Set(found?.contents.positions.flatMap(({ provider }) => provider ?? []));
  };
}

/** For a person who tries a policy. Staff, for whom the reader is null, may not learn what is in a book. */
export function seenBookProviders(
  db: Queries,
  masterKey: () => MasterKey,
  reader: Member | null,
): ReadBookProviders {
  const read = bookProviders(db, masterKey);
  return async (workspaceId, book, moment) => {
    if (reader === null)
      throw new Refusal(
        'insufficient_role',
        'The policy is about a book, which staff cannot see. A member who sees the book can try the policy.',
      );
    await requireSeenBook(db, reader, book);
    return read(workspaceId, book, moment);
  };
}

/**
 * Of a book that does not exist, and of one that exists and that the member does not see, the refusal is the same. Also of a Contract
 * Admin: decisions show to every key of the workspace which providers are in the book.
 */
export const requireSeenBook: RequireBookInScope = async (db, member, book) => {
  const row = await findBook(db, member.workspace.id, book);
  const rights = row === null ? [] : await readRights(db, book, member.id);
  if (!rights.includes('see'))
    throw new Refusal(
      'insufficient_role',
      'The policy is about a book that you do not see, or that does not exist. Ask a Contract Admin for the right to see the book, or choose one that you see: rf books list shows them.',
    );
};

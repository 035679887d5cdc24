// Tables of the books of workspaces. What a book says is encrypted with a key of its own: without it, a row shows when somebody
// saved a version, and how long it is.

import { bytes, flag, integer, oneOf, table, text, time } from './define.ts';

export const BOOK_TABLES = {
  books: table(
    {
      id: text().key(),
      workspace_id: text().references('workspaces.id'),
      /** Its name, currency, measure and policy, encrypted with the key of the book. */
      sealed_settings: text(),
      /** The key of the book, encrypted under the master key; null once the book is deleted, which nobody can undo. */
      sealed_key: text().nullable(),
      /** JSON array of the channels into which its amounts may be sent. */
      amounts_to: text(),
      created_at: time(),
      created_by: text().references('members.id'),
      deleted_at: time().nullable(),
      deleted_by: text().nullable().references('members.id'),
    },
    {
      chain: 'rows',
      authority: true,
      heldBy: ['workspace_id'],
      indexes: { books_by_workspace: '(workspace_id, created_at, id)' },
    },
  ),
  book_versions: table(
    {
      book_id: text().key().references('books.id'),
      number: integer().key(),
      /** The day from which on it counts. */
      effective_on: text(),
      recorded_at: time(),
      recorded_by: text().references('members.id'),
      /** The contents, compressed, then encrypted with the key of the book. */
      sealed: bytes().compressed(),
    },
    {
      chain: 'rows',
      appendOnly: true,
      hasLargeRows: true,
      indexes: { book_versions_by_day: '(book_id, effective_on, recorded_at, number)' },
    },
  ),
  /** A change that raises a limit counts once a second person has approved it. */
  book_limits: table(
    {
      book_id: text().key().references('books.id'),
      number: integer().key(),
      state: oneOf('asked', 'active', 'refused', 'replaced'),
      /** The limits, encrypted with the key of the book. */
      sealed: text(),
      asked_at: time(),
      asked_by: text().references('members.id'),
      decided_at: time().nullable(),
      /** The second person, or who refused it; null where one was enough. */
      decided_by: text().nullable().references('members.id'),
    },
    {
      chain: 'rows',
      authority: true,
      uniqueIndexes: {
        book_limits_asked: "(book_id) where state = 'asked'",
        book_limits_active: "(book_id) where state = 'active'",
      },
    },
  ),
  /** A row without any right says when the last one was taken. */
  book_rights: table(
    {
      book_id: text().key().references('books.id'),
      member_id: text().key().references('members.id'),
      may_see: flag(),
      may_edit: flag(),
      may_approve_limits: flag(),
      changed_at: time(),
      changed_by: text().references('members.id'),
    },
    { chain: 'rows', authority: true, indexes: { book_rights_by_member: '(member_id)' } },
  ),
  /** That a workspace requested a score for a name in one of its books. Which book, and how much is in it, is not recorded. */
  coverage_requests: table(
    {
      workspace_id: text().key().references('workspaces.id'),
      name_key: text().key(),
      /** Workspaces that ask for the same name while it is undecided share a request. */
      request_id: text().references('score_requests.id'),
      requested_at: time(),
      requested_by: text().references('members.id'),
    },
    {
      chain: 'rows',
      appendOnly: true,
      indexes: {
        coverage_requests_by_name: '(name_key)',
        coverage_requests_by_request: '(request_id)',
      },
    },
  ),
} as const;

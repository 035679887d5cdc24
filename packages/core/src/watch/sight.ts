// What a member sees of watch rules and alerts: those about providers, and those about the books that they may see.

import { findMember, type Member } from '../accounts/members.ts';
import { amountsTo } from '../books/books.ts';
import { rightsOfMember } from '../books/held-rights.ts';
import { isPresent, openRow } from '../books/open-book.ts';
import type { BookKey } from '../books/sealing.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import { provedRows } from '../store/records/proved.ts';
import type { Queries, Writes } from '../store/store.ts';

export interface SeenBook {
  id: string;
  name: string;
  currency: string;
  key: BookKey;
  /** The channels into which its amounts may be sent. */
  amountsTo: readonly string[];
}

export interface Sight {
  memberId: string;
  workspaceId: string;
  books: ReadonlyMap<string, SeenBook>;
}

export async function sightOf(
  db: Queries | Writes,
  masterKey: MasterKey,
  { id, workspace }: Pick<Member, 'id' | 'workspace'>,
): Promise<Sight> {
  const rights = await rightsOfMember(db as Queries, id);
  const ids = [...rights].flatMap(([book, held]) => (held.includes('see') ? book : []));
  const books = new Map<string, SeenBook>();
  if (ids.length > 0) {
    const rows = await provedRows(db, 'books', () =>
      db
        .selectFrom('books')
        .selectAll()
        .where('id', 'in', ids)
        .where('workspace_id', '=', workspace.id)
        .execute(),
    );
    for (const row of rows.filter(isPresent)) books.set(row.id, seenBook(masterKey, row));
  }
  return { memberId: id, workspaceId: workspace.id, books };
}

function seenBook(masterKey: MasterKey, row: Parameters<typeof openRow>[1]): SeenBook {
  const { key, settings } = openRow(masterKey, row);
  return { id: row.id, name: settings.name, currency: settings.currency, key, amountsTo: amountsTo({ row }) };
}

/** Null for somebody who left, and of a workspace that is suspended. */
export async function sightOfMember(
  db: Queries | Writes,
  masterKey: MasterKey,
  memberId: string,
): Promise<Sight | null> {
  const member = await findMember(db, memberId);
  return member === null || member.workspace.suspended_at !== null ? null : sightOf(db, masterKey, member);
}

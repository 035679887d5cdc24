// The rows of watch rules, as the store has them.

import { provedRows } from '../store/records/proved.ts';
import type { Database } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import type { GivenCondition } from './conditions.ts';
import type { Sight } from './sight.ts';

export type RuleRow = Database['watch_rules'];

export function conditionsOf({ conditions }: Pick<RuleRow, 'conditions'>): GivenCondition[] {
  return JSON.parse(conditions) as GivenCondition[];
}

export function providersOf({ providers }: Pick<RuleRow, 'providers'>): string[] {
  return JSON.parse(providers) as string[];
}

export function channelsOf({ channels }: Pick<RuleRow, 'channels'>): string[] {
  return JSON.parse(channels) as string[];
}

/** In the order in which they were created, without deleted ones. */
export async function rulesSeen(db: Queries | Writes, { workspaceId, books }: Sight): Promise<RuleRow[]> {
  const rows = await provedRows(db, 'watch_rules', () =>
    db
      .selectFrom('watch_rules')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  );
  return rows.filter(({ deleted_at, book_id }) => deleted_at === null && isSeen(book_id, books));
}

export function isSeen(bookId: string | null, books: Sight['books']): boolean {
  return bookId === null || books.has(bookId);
}

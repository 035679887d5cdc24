// Deletes many rows in short transactions. Others of the same connection get their turn between them, such as the renewal
// of the lease by which the rows are deleted.

import { type RawBuilder, sql } from 'kysely';
import type { Database } from './schema.ts';
import type { Store } from './store.ts';

const PORTION = 1000;

export async function deleteInPortions(
  store: Store,
  table: keyof Database,
  condition: RawBuilder<unknown>,
): Promise<void> {
  const row = sql.raw(store.kind === 'postgres' ? 'ctid' : 'rowid');
  const from = sql.table(table);
  for (;;) {
    const { rows } = await store.transaction((writes) =>
      sql`delete from ${from} where ${row} in (select ${row} from ${from} where ${condition} limit ${PORTION})
        returning 1 as deleted`.execute(writes),
    );
    if (rows.length < PORTION) return;
  }
}

// The time by which nodes judge each other: that of the database, which is the same for all of them. SQLite has no
// clock of its own, and only one node.

import { type RawBuilder, sql } from 'kysely';
import type { StoreKind } from './store.ts';

export function storeTime(kind: StoreKind, now: number): RawBuilder<number> {
  return kind === 'postgres'
    ? sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
    : sql<number>`cast(${now} as integer)`;
}

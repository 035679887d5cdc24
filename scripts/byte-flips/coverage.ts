// Which content of a store may change without being found: records of operation, on which nothing that was published
// or decided depends.

import { PROOFS } from '@rf-indicators/core/store/records/columns';

/** When a migration ran. Which migrations ran is checked when a store is opened. */
const MIGRATION_TIMES = new Set(['kysely_migration.timestamp', 'kysely_migration_lock.is_locked']);

/** `column` as table.column, or table.* for rows that are missing or new. */
export function isOperational(column: string): boolean {
  const [table, name] = column.split('.') as [string, string];
  if (!Object.hasOwn(PROOFS, table)) return MIGRATION_TIMES.has(column);
  const { columns } = PROOFS[table as keyof typeof PROOFS];
  const proofs = name === '*' ? Object.values(columns) : [columns[name]];
  return proofs.every((proof) => typeof proof === 'object');
}

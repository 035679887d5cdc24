// The two kinds of migrations. Nodes of two versions share a store while it is upgraded, so a change that older programs
// would not survive is made in two steps: one that adds, and, when no such program runs any more, one that takes away.

import type { Kysely } from 'kysely';
import type { StoreKind } from './store.ts';

interface MigrationModule {
  up(db: Kysely<unknown>, kind: StoreKind): Promise<void>;
}

type Load = () => Promise<MigrationModule>;

export type StoreMigration = { load: Load } & (
  | { step: 'expand' }
  /** `needs`: since which migration programs no longer use what this one takes away; null: since this one. */
  | { step: 'contract'; needs: string | null }
);

/** By name, in order. */
export type MigrationList = Readonly<Record<string, StoreMigration>>;

/** Adds what older programs do not notice. */
export function expand(load: Load): StoreMigration {
  return { load, step: 'expand' };
}

/** Takes away or changes what older programs use. */
export function contract(load: Load, needs: string | null = null): StoreMigration {
  return { load, step: 'contract', needs };
}

/** The migration that a program must know to use the store once this one is applied; null: it asks nothing. */
export function neededBy(name: string, list: MigrationList): string | null {
  const migration = list[name]!;
  return migration.step === 'expand' ? null : (migration.needs ?? name);
}

// What `rf migrate` may do to a store that nodes are using: a migration that takes something away is refused while a node
// runs that still needs it.

import { sql } from 'kysely';
import { olderStore, readMigrations } from './migrate.ts';
import { MIGRATIONS, type MigrationList, neededBy } from './migrations.ts';
import type { Database } from './schema.ts';
import type { Queries, StoreKind } from './store.ts';
import { storeTime } from './store-time.ts';

/** A node that was seen within this time counts as running; it says so every two seconds. */
const RUNS_FOR_MS = 30_000;

export interface MigrationPlan {
  isNew: boolean;
  pending: { name: string; step: 'expand' | 'contract' }[];
  /** The pending migrations that can be applied now. */
  allowed: string[];
  /** The first one that cannot, and the nodes that stand in its way. */
  refused: { name: string; needs: string; nodes: string[] } | null;
}

export async function planMigrations(
  db: Queries,
  kind: StoreKind,
  { list = MIGRATIONS, force = false }: { list?: MigrationList; force?: boolean } = {},
): Promise<MigrationPlan> {
  const state = await readMigrations(db, list);
  if (state.isTooOld) throw olderStore(state);
  const isNew = state.applied.length === 0;
  const pending = isNew ? [] : state.pending;
  const nodes = force || isNew ? [] : await runningNodes(db, kind);
  const plan: MigrationPlan = {
    isNew,
    pending: pending.map((name) => ({ name, step: list[name]!.step })),
    allowed: [],
    refused: null,
  };
  for (const name of pending) {
    const needs = neededBy(name, list);
    const older = needs === null ? [] : nodes.filter(({ version }) => version < needs);
    if (older.length > 0) {
      plan.refused = { name, needs: needs!, nodes: older.map((node) => node.name) };
      break;
    }
    plan.allowed.push(name);
  }
  return plan;
}

/** By the clock that the nodes share, if there is one. The version is the newest migration that a node knows. */
function runningNodes(db: Queries, kind: StoreKind): Promise<Pick<Database['nodes'], 'name' | 'version'>[]> {
  const since = sql<number>`${storeTime(kind, Date.now())} - ${RUNS_FOR_MS}`;
  return db.selectFrom('nodes').select(['name', 'version']).where('last_seen_at', '>', since).execute();
}

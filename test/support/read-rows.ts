// What a piece of work reads from a store: how many rows its queries return, and on SQLite how they find them.

import { withPlugin } from '@rf-indicators/core/store/records/bound';
import type { Queries } from '@rf-indicators/core/store/store';
import { CompiledQuery, createQueryId, type RootOperationNode } from 'kysely';

export interface ReadRows {
  /** The same store: what was read through it is counted. */
  db: Queries;
  /** How many rows were returned since this was last called. */
  count(): number;
  /** How many queries were asked since `plans` was last called. */
  queries(): number;
  /** How SQLite reads what was asked since the last call: for each query its steps, such as "SCAN evidence". */
  plans(): Promise<string[]>;
}

export function watchReads(db: Queries): ReadRows {
  let rows = 0;
  let queries: RootOperationNode[] = [];
  const watched = withPlugin(db, {
    transformQuery: ({ node }) => {
      queries.push(node);
      return node;
    },
    transformResult: async ({ result }) => {
      rows += result.rows.length;
      return result;
    },
  });
  return {
    db: watched,
    count() {
      const counted = rows;
      rows = 0;
      return counted;
    },
    queries: () => queries.length,
    async plans() {
      const asked = queries;
      queries = [];
      const plans: string[] = [];
      for (const query of asked) {
        const { sql, parameters } = db.getExecutor().compileQuery(query, createQueryId());
        const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
        const { rows: details } = await db.executeQuery<{ detail: string }>(plan);
        plans.push(details.map(({ detail }) => detail).join('; '));
      }
      return plans;
    },
  };
}

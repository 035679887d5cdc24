// The rendered rows of all current indicators. Between two reads of the store, unchanged rows are reused.

import type { Queries } from '@rf-indicators/core/store/store';
import { byCodePoint } from './code-points.ts';
import { readContents } from './content.ts';
import { type RenderedRow, type RowFacts, renderRow, rowFacts } from './rows.ts';
import { currentIndicators, type ServedIndicator } from './served.ts';

export interface CurrentRows {
  /** Sorted by name, then by id. */
  sorted: readonly RenderedRow[];
  /** By provider id. If nothing about an indicator changed, it is the same object as in the previous read. */
  served: ReadonlyMap<string, ServedIndicator>;
  /** When a row was last added, changed or removed. */
  changedAt: number;
}

interface Kept {
  served: ServedIndicator;
  fingerprint: string;
  facts: RowFacts;
  row: RenderedRow;
}

/** Returns a function that reads the store and can be called repeatedly. */
export function currentRows(db: Queries): () => Promise<CurrentRows> {
  let kept = new Map<string, Kept>();
  return async () => {
    const indicators = await currentIndicators(db);
    const next = new Map<string, Kept>();
    const added: ServedIndicator[] = [];
    for (const served of indicators) {
      const fingerprint = JSON.stringify(served);
      const before = kept.get(served.providerId);
      if (before?.fingerprint === fingerprint) {
        next.set(served.providerId, before);
        continue;
      }
      if (before?.served.verificationId === served.verificationId) {
        const { facts } = before;
        next.set(served.providerId, { served, fingerprint, facts, row: renderRow(served, facts) });
      } else added.push(served);
    }
    for await (const [served, content] of readContents(db, added)) {
      const facts = rowFacts(content);
      const fingerprint = JSON.stringify(served);
      next.set(served.providerId, { served, fingerprint, facts, row: renderRow(served, facts) });
    }
    kept = next;
    const rows = [...next.values()].map(({ row }) => row);
    return {
      sorted: sortByName(rows),
      served: new Map([...next].map(([id, { served }]) => [id, served])),
      changedAt: rows.reduce(
        (latest, { changedAt }) => Math.max(latest, changedAt),
        await lastWithdrawal(db),
      ),
    };
  };
}

/** Removed rows are not in the list, so the time of the last removal is read separately. */
async function lastWithdrawal(db: Queries): Promise<number> {
  const { at } = await db
    .selectFrom('withdrawals')
    .select(({ fn }) => fn.max('withdrawn_at').as('at'))
    .executeTakeFirstOrThrow();
  return at ?? 0;
}

export function sortByName(rows: readonly RenderedRow[]): RenderedRow[] {
  return rows.toSorted((a, b) => byCodePoint(a.name, b.name) || byCodePoint(a.id, b.id));
}

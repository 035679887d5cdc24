// The rows of all indicators that stand, kept from one look at the store to the next: only what changed is
// rendered again.

import type { Queries } from '@rf-indicators/core/store/store';
import { byCodePoint } from './code-points.ts';
import { readContents } from './content.ts';
import { type RenderedRow, type RowFacts, renderRow, rowFacts } from './rows.ts';
import { currentIndicators, type ServedIndicator } from './served.ts';

export interface CurrentRows {
  /** By name, then id. */
  sorted: readonly RenderedRow[];
  /** By provider; the same object as at the last look where nothing about it changed. */
  served: ReadonlyMap<string, ServedIndicator>;
  /** When a row last changed, came or went. */
  changedAt: number;
}

interface Kept {
  served: ServedIndicator;
  fingerprint: string;
  facts: RowFacts;
  row: RenderedRow;
}

/** Gives a way to look at the store again and again. */
export function currentRows(db: Queries): () => Promise<CurrentRows> {
  let kept = new Map<string, Kept>();
  return async () => {
    const standing = await currentIndicators(db);
    const next = new Map<string, Kept>();
    const unknown: ServedIndicator[] = [];
    for (const served of standing) {
      const fingerprint = JSON.stringify(served);
      const before = kept.get(served.providerId);
      if (before?.fingerprint === fingerprint) {
        next.set(served.providerId, before);
        continue;
      }
      if (before?.served.verificationId === served.verificationId) {
        const { facts } = before;
        next.set(served.providerId, { served, fingerprint, facts, row: renderRow(served, facts) });
      } else unknown.push(served);
    }
    for await (const [served, content] of readContents(db, unknown)) {
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

/** A row that is gone cannot say when it went. */
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

// A book as an evaluation reads it: its names, their exposures and the use of its limits. Nothing that was decrypted outlives the
// evaluation.

import { type ValuedPosition, valuedPositions } from '../books/exposures.ts';
import { formatAmount } from '../books/figures/amounts.ts';
import type { BandOrNone } from '../books/limit-document.ts';
import { type LimitUse, usesOf } from '../books/limit-use.ts';
import { activeLimits } from '../books/limits.ts';
import { isPresent, openRow } from '../books/open-book.ts';
import { civilDate, startOf } from '../context/times.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import { provedRow } from '../store/records/proved.ts';
import type { Queries } from '../store/store.ts';
import type { Current } from './current.ts';
import { contentsNow, namesInBook, type WatchedName } from './names.ts';

export interface BookNow {
  names: readonly WatchedName[];
  currency: string;
  /** Empty until it is measured. */
  uses: readonly LimitUse[];
  /** Null for a name without an amount. */
  exposureOf(key: string): string | null;
  /** When a version that is saved already begins to count. */
  nextVersionAt: number | null;
  /** With the bands that the names have now. */
  measure(current: Current): void;
}

/** Null once it is deleted. */
export async function readBookNow(
  db: Queries,
  masterKey: MasterKey,
  id: string,
  now: number,
): Promise<BookNow | null> {
  const row = await provedRow(db, 'books', () =>
    db.selectFrom('books').selectAll().where('id', '=', id).executeTakeFirst(),
  );
  if (row === undefined || !isPresent(row)) return null;
  const open = { ...openRow(masterKey, row), rights: [] };
  const contents = await contentsNow(db, open, now);
  const limits = await activeLimits(db, open);
  const positions = contents === null ? [] : valuedPositions(contents, contents.measure);
  const units = new Map<string, bigint>();
  for (const position of positions)
    if (position.units !== null) units.set(position.key, (units.get(position.key) ?? 0n) + position.units);
  const later = await db
    .selectFrom('book_versions')
    .select('effective_on')
    .where('book_id', '=', id)
    .where('effective_on', '>', civilDate(now))
    .orderBy('effective_on')
    .limit(1)
    .executeTakeFirst();
  const book: BookNow = {
    ...{ names: namesInBook(contents), currency: open.settings.currency, uses: [] },
    exposureOf(key) {
      const amount = units.get(key);
      return amount === undefined ? null : formatAmount(amount);
    },
    nextVersionAt: later === undefined ? null : startOf(later.effective_on),
    measure(current) {
      if (contents === null) return;
      const byMeasure = new Map<string, readonly ValuedPosition[]>([[contents.measure, positions]]);
      book.uses = usesOf(limits, {
        measure: contents.measure,
        valued(measure) {
          const valued = byMeasure.get(measure) ?? valuedPositions(contents, measure);
          byMeasure.set(measure, valued);
          return valued;
        },
        bandOf: (key) => bandIn(current, key),
      });
    },
  };
  return book;
}

function bandIn(current: Current, key: string): BandOrNone {
  const provider = key.startsWith('provider ') ? current.provider(key.slice('provider '.length)) : null;
  return (provider?.band ?? 'none') as BandOrNone;
}

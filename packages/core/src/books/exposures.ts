// Positions as exposures in the reporting currency. Everything about one provider, or about one name that is not matched, counts
// together as one name.

import { fold } from '../store/fold.ts';
import type { BookContents, BookPosition, Measure } from './contents.ts';
import { convert, parseAmount, parseRate } from './figures/amounts.ts';

export type OutsideReason = 'not_stated' | 'negative' | 'no_rate';

export interface ValuedPosition {
  position: BookPosition;
  /** Of its name. */
  key: string;
  /** In units of the reporting currency; null outside the sums. */
  units: bigint | null;
  /** Why it stands outside the sums. */
  outside: OutsideReason | null;
}

export interface BookName {
  key: string;
  /** As the first of its positions has it. */
  name: string;
  provider: string | null;
  units: bigint;
}

export function keyOf({ provider, name }: Pick<BookPosition, 'provider' | 'name'>): string {
  return provider === null ? `name ${fold(name.trim())}` : `provider ${provider}`;
}

export function valuedPositions(contents: BookContents, measure: Measure): ValuedPosition[] {
  const rates = new Map(contents.rates.map(({ currency, rate }) => [currency, parseRate(rate)!]));
  return contents.positions.map((position) => {
    const key = keyOf(position);
    const stated = position[measure];
    const amount = stated === null ? null : parseAmount(stated)!;
    const isOwn = position.currency === contents.currency;
    const rate = rates.get(position.currency);
    if (amount === null) return { position, key, units: null, outside: 'not_stated' };
    if (amount < 0n) return { position, key, units: null, outside: 'negative' };
    if (isOwn) return { position, key, units: amount, outside: null };
    if (rate === undefined) return { position, key, units: null, outside: 'no_rate' };
    return { position, key, units: convert(amount, rate), outside: null };
  });
}

/** In the order of the book, also those without exposure. */
export function namesOf(positions: readonly ValuedPosition[]): BookName[] {
  const names = new Map<string, BookName>();
  for (const { key, units, position } of positions) {
    const known = names.get(key);
    if (known === undefined) {
      const { name, provider } = position;
      names.set(key, { key, name, provider, units: units ?? 0n });
    } else known.units += units ?? 0n;
  }
  return [...names.values()];
}

export function sumOf(amounts: Iterable<{ units: bigint | null }>): bigint {
  let sum = 0n;
  for (const { units } of amounts) sum += units ?? 0n;
  return sum;
}

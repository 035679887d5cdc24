// The book of the benchmark: 10,000 positions in two currencies, most of them with a provider, with limits and a policy.

import { createBook } from '@rf-indicators/core/books/books';
import type { BookContents, BookPosition } from '@rf-indicators/core/books/contents';
import { BANDS } from '@rf-indicators/core/books/limit-document';
import { askForLimits } from '@rf-indicators/core/books/limits';
import { saveVersion } from '@rf-indicators/core/books/versions';
import { civilDate } from '@rf-indicators/core/context/times';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { openStore } from '@rf-indicators/core/store/open';
import { activatePolicy, LENDER } from '../decisions/policies.ts';
import { runningDesk } from '../world/desk.ts';
import { adminOf } from '../world/people.ts';
import type { StoredWorld } from '../world/worlds.ts';

const GROUPS = 50;
/** Every so many positions, one has a name without a provider, and one is in dollars. */
const UNMATCHED_EVERY = 20;
const DOLLARS_EVERY = 3;
/** In hundredths of the reporting currency. */
export const DOLLAR = 92;

/** Gives its id. The book belongs to the first workspace of the world. */
export async function createLargeBook(world: StoredWorld, positions: number): Promise<string> {
  await activatePolicy(world, LENDER, 1);
  const store = await openStore({ dataDir: world.folder, databaseUrl: null });
  try {
    const desk = runningDesk(store, Date.now());
    const masterKey = readMasterKey(world.folder, undefined);
    const member = await adminOf(store.db, 1);
    const wanted = { name: 'Large', currency: 'EUR', policy: LENDER.name };
    const { id: book } = await createBook(desk, masterKey, member, wanted);
    const contents = largeContents(world.providers, positions, civilDate(desk.clock()));
    await saveVersion(desk, masterKey, member, { book, contents });
    await askForLimits(desk, masterKey, member, { book, document: LIMITS });
    return book;
  } finally {
    await store.close();
  }
}

function largeContents(providers: readonly string[], positions: number, day: string): BookContents {
  return {
    ...{ format: 'rf-book-1', currency: 'EUR', measure: 'net' },
    rates: [{ currency: 'USD', rate: (DOLLAR / 100).toFixed(2), as_of: day }],
    positions: Array.from({ length: positions }, (_, index) => position(index, providers)),
  };
}

function position(index: number, providers: readonly string[]): BookPosition {
  const isMatched = index % UNMATCHED_EVERY !== 0;
  return {
    ...{ id: `position-${index}`, name: `Counterparty ${index % 2000}` },
    provider: isMatched ? providers[index % providers.length]! : null,
    currency: index % DOLLARS_EVERY === 0 ? 'USD' : 'EUR',
    ...{ gross: null, collateral: null, net: `${1000 + ((index * 7919) % 90_000)}.50` },
    ...{ group: `Group ${index % GROUPS}`, maturity: null, note: null, tags: ['loan'] },
  };
}

const LIMITS = {
  format: 'rf-book-limits-1',
  limits: [
    ...Array.from({ length: GROUPS }, (_, group) => ({
      ...{ id: `group-${group}`, measure: 'share', at_most: group % 2 === 0 ? '1.00' : '5.00' },
      of: { kind: 'group', group: `Group ${group}` },
    })),
    ...BANDS.map((band) => ({
      ...{ id: `band-${band}`, measure: 'net', at_most: '100000000' },
      of: { kind: 'band', band },
    })),
  ],
};

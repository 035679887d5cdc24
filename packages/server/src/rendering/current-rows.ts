// Reads rendered rows from the store: those of given indicators, or those of a whole list in portions, so that the thread
// can do other work in between.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { placeOf, type ServedFilter, type Sort, selectServed } from '@rf-indicators/core/desk/served/select';
import { currentIndicators, type ServedIndicator } from '@rf-indicators/core/desk/served/served';
import { readTopics } from '@rf-indicators/core/store/topics';
import { ListText } from './list-text.ts';
import type { Reading } from './reading.ts';
import { type RenderedRow, renderRow } from './rows.ts';

const ROWS_AT_ONCE = 200;
/** While publications follow each other faster than a long list can be read, one of its readings has to do. */
const MAX_READINGS = 5;

/** In the order given. */
export async function rowsOf(
  { snapshots }: Pick<Reading, 'snapshots'>,
  indicators: readonly ServedIndicator[],
  askedAsOf?: number,
): Promise<RenderedRow[]> {
  const facts = await snapshots.facts(indicators, askedAsOf);
  return indicators.map((served) => renderRow(served, facts.get(served.verificationId)!));
}

/** Undefined if the provider has no current indicator. */
export async function rowOf(reading: Reading, providerId: string): Promise<RenderedRow | undefined> {
  const [row] = await rowsOf(reading, await currentIndicators(reading.db, [providerId]));
  return row;
}

/** Every row of a list, each as what is taken of it. */
export function eachRow<T>(
  reading: Reading,
  filter: ServedFilter,
  sort: Sort,
  take: (row: RenderedRow) => T,
): Promise<T[]> {
  return collectRows(
    reading,
    { filter, sort },
    () => [] as T[],
    (taken, row) => taken.push(take(row)),
  );
}

/** Every row of a list as JSON, each as the text that is taken of it. */
export function listOfRows(
  reading: Reading,
  filter: ServedFilter,
  sort: Sort,
  take: (row: RenderedRow) => string,
): Promise<ListText> {
  return collectRows(
    reading,
    { filter, sort },
    () => new ListText('{"data":['),
    (list, row) => list.add(take(row)),
  );
}

interface WholeList {
  filter: ServedFilter;
  sort: Sort;
}

/**
 * A list is longer than one query, so it is read again if something was published meanwhile: its rows have to be of one
 * state.
 */
async function collectRows<Collected>(
  reading: Reading,
  list: WholeList,
  begin: () => Collected,
  add: (collected: Collected, row: RenderedRow) => void,
): Promise<Collected> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await readTopics(reading.db);
    const collected = begin();
    const count = await readOnce(reading, list, (row) => add(collected, row));
    if (count <= ROWS_AT_ONCE || attempt === MAX_READINGS) return collected;
    if ((await readTopics(reading.db)).published === before.published) return collected;
  }
}

/** Returns how many rows there are. */
async function readOnce(
  reading: Reading,
  { filter, sort }: WholeList,
  add: (row: RenderedRow) => void,
): Promise<number> {
  for (let count = 0, last: ServedIndicator | undefined; ; ) {
    const after = last === undefined ? null : placeOf(last, sort);
    const served = await selectServed(reading.db, filter, { sort, limit: ROWS_AT_ONCE, after });
    for (const row of await rowsOf(reading, served)) add(row);
    count += served.length;
    if (served.length < ROWS_AT_ONCE) return count;
    last = served.at(-1);
    await nextTurn();
  }
}

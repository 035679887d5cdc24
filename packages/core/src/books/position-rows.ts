// The positions of a book with what is known of their names, filtered, in an order and in pages. Cursors are encrypted with the key
// of the book, because they have amounts or names in them and stand in addresses.

import type { DomainAnswerOf, DomainInputOf } from '@rf-indicators/contract/acts';
import type { Member } from '../accounts/members.ts';
import { ListOrder } from '../context/paging.ts';
import type { ValuedPosition } from './exposures.ts';
import { formatAmount } from './figures/amounts.ts';
import { sharesOf } from './figures/composite.ts';
import { hundredth } from './figures/hundredth.ts';
import { scopeOf, scopesOf } from './limit-use.ts';
import { type BookKey, openPart, sealPart } from './sealing.ts';
import { type BookReading, type BookState, readState } from './state.ts';

type Answer = DomainAnswerOf<'books.positions'>;
type Row = Answer['data'][number];
type Filter = NonNullable<DomainInputOf<'books.positions'>['show']>;
type Sort = NonNullable<DomainInputOf<'books.positions'>['sort']>;

interface Entry {
  row: Row;
  units: bigint;
}

const WIDEST = 32;
const sized = ({ units, row }: Entry) => (row.exposure === null ? '' : String(units).padStart(WIDEST, '0'));

/** What the order goes by, and whether it falls; the id decides between equals. */
const SORT_BY: Readonly<Record<Sort, [descending: boolean, by: (entry: Entry) => string]>> = {
  exposure: [true, sized],
  score: [false, ({ row }) => row.score?.toFixed(2).padStart(6, '0') ?? '000.00'],
  loss: [true, ({ row }) => row.loss?.toFixed(2).padStart(6, '0') ?? ''],
  name: [false, ({ row }) => row.name],
};

function orderBy(sort: Sort): ListOrder<Entry> {
  const [descending, by] = SORT_BY[sort];
  const columns = [
    { by: 'value', type: 'text', descending },
    { by: 'id', type: 'text' },
  ] as const;
  return new ListOrder<Entry>(`books.positions ${sort}`, columns, (entry) => [by(entry), entry.row.id]);
}

export async function listPositions(
  reading: BookReading,
  member: Member,
  { show = 'all', sort = 'exposure', limit, cursor, ...which }: DomainInputOf<'books.positions'>,
): Promise<Answer> {
  const state = await readState(reading, member, which);
  const { key, row } = state.open;
  const entries = entriesOf(state).filter(({ row: one }) => isShown(one, show));
  const wanted = { limit, cursor: cursor === undefined ? undefined : openCursor(key, row.id, cursor) };
  const page = orderBy(sort).pageOfAll(entries, wanted);
  return {
    data: page.data.map((entry) => entry.row),
    next_cursor: page.next_cursor && sealCursor(key, row.id, page.next_cursor),
  };
}

/** How many positions each filter shows that people choose between. */
export function countPositions(state: BookState): DomainAnswerOf<'books.show'>['shown'] {
  const counts = { needs_you: 0, block: 0, review: 0 };
  for (const { row } of entriesOf(state)) {
    for (const filter of ['needs_you', 'block', 'review'] as const)
      if (isShown(row, filter)) counts[filter] += 1;
  }
  return counts;
}

const cursorPart = (bookId: string) => ({ bookId, kind: 'cursor', number: 0 }) as const;

function sealCursor(key: BookKey, bookId: string, cursor: string): string {
  return sealPart(key, cursorPart(bookId), cursor).toString('base64url');
}

/** One that does not open is refused by the list. */
function openCursor(key: BookKey, bookId: string, cursor: string): string {
  try {
    return openPart(key, cursorPart(bookId), Buffer.from(cursor, 'base64url')) as string;
  } catch {
    return '';
  }
}

function isShown(row: Row, filter: Filter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'needs_you':
      return row.needs_you;
    case 'block':
      return row.decision === 'BLOCK';
    case 'review':
      return row.decision === 'REVIEW';
    case 'unscored':
      return row.score === null;
    case 'outside':
      return row.outside !== null;
  }
}

/** By key, in hundredths. */
export function lossesByName({ composite }: Pick<BookState, 'composite'>): ReadonlyMap<string, number> {
  return new Map(composite?.losses.map(({ name, loss }) => [name, loss]));
}

function entriesOf(state: BookState): Entry[] {
  const { positions, names } = state;
  const shares = sharesOf(positions.map(({ units }) => units ?? 0n));
  const losses = lossesByName(state);
  const breached = Map.groupBy(
    state.limits.filter((limit) => limit.breached),
    ({ of }) => scopeOf(of),
  );
  return positions.map((valued, index) => {
    const name = names.get(valued.key)!;
    const scopes = breached.size === 0 ? [] : scopesOf(valued, name.band);
    const breaches = scopes.flatMap((scope) => breached.get(scope)?.map(({ id }) => id) ?? []);
    const facts = { share: shares[index]!, loss: losses.get(valued.key) ?? null, breaches };
    return { row: rowOf(valued, name, facts), units: valued.units ?? 0n };
  });
}

function rowOf(
  { position, units, outside }: ValuedPosition,
  name: NonNullable<ReturnType<BookState['names']['get']>>,
  { share, loss, breaches }: { share: number; loss: number | null; breaches: string[] },
): Row {
  const { published, decision, state, score, band } = name;
  const scored = published?.state === 'scored' ? published : null;
  const isStale = scored !== null && scored.staleSince !== null;
  const isAgainstPolicy = decision !== null && decision.decision !== 'ALLOW';
  const { id, currency, gross, collateral, net, group, maturity, note, tags } = position;
  return {
    ...{ id, name: name.name, provider: name.provider, written_name: position.name, currency },
    ...{ gross, collateral, net, group, maturity, note, tags: [...tags] },
    exposure: units === null ? null : formatAmount(units),
    share: units === null ? null : hundredth(share),
    ...{ outside, name_exposure: formatAmount(name.units), name_share: hundredth(name.share), state },
    ...{ score: score === null ? null : hundredth(score), band: score === null ? null : band },
    ...{ type: scored?.type ?? null, framework: scored?.framework ?? null },
    ...{ stale: isStale, stale_reason: isStale ? scored.staleReason : null },
    withdrawn_at: published?.state === 'withdrawn' ? published.withdrawnAt : null,
    ...{ next_lapse_at: scored?.nextLapseAt ?? null, stale_from: scored?.staleFrom ?? null },
    loss: loss === null ? null : hundredth(loss),
    ...{ decision: decision?.decision ?? null, decided_by: decision?.decided_by ?? null },
    ...{ sentence: decision?.sentence ?? null, breaches },
    needs_you:
      isAgainstPolicy ||
      breaches.length > 0 ||
      isStale ||
      ['withdrawn', 'not_matched'].includes(state) ||
      outside !== null,
  };
}

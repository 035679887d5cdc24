// The list of deliveries, followed live. What changes in a row that is shown changes in its place; new rows wait while
// somebody reads, so that nothing moves under their eyes.

import type { AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callAct, type Pages, readAgain, useList } from '../../api/acts.ts';
import { type Delivery, type LiveNews, useLive } from '../../api/live.ts';
import { timeOf } from '../../ui/format.ts';
import { noteOutcomes } from './endpoint-news.ts';

export type DeliveryFilter = Pick<
  InputOf<'deliveries.list'>,
  'endpoint' | 'status' | 'type' | 'event_id' | 'since'
>;

interface Tail {
  pages: Pages<Delivery>;
  /** How many new rows wait. */
  waiting: number;
  /** Whether there are more of them than were told one by one. */
  isMore: boolean;
  showWaiting: () => void;
  /** Rows that came while the page was open. */
  isFresh: (delivery: Delivery) => boolean;
  /** When the connection was cut; null while the list is live. */
  cutAt: number | null;
}

type Listed = InfiniteData<AnswerOf<'deliveries.list'>, string | null>;

/** `isReading` says whether new rows have to wait. Use it with a key of the filter. */
export function useTail(filter: DeliveryFilter, isReading: () => boolean): Tail {
  const client = useQueryClient();
  const pages = useList('deliveries.list', filter);
  const key = ['deliveries.list', filter];
  const [waiting, setWaiting] = useState<ReadonlyMap<string, Delivery>>(new Map());
  const [isMore, setMore] = useState(false);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());

  const insert = (rows: readonly Delivery[], isPart: boolean) => {
    client.setQueryData<Listed>(key, (listed) => listed && inserted(listed, rows));
    setFresh(new Set([...fresh, ...rows.map(({ id }) => id)]));
    setWaiting(new Map());
    setMore(false);
    if (isPart) pages.readAgain();
  };
  const take = ({ data, more }: LiveNews) => {
    noteOutcomes(client, data);
    const listed = client.getQueryData<Listed>(key);
    // The first page will have it.
    if (listed === undefined) return;
    const known = new Set(listed.pages.flatMap((page) => page.data.map(({ id }) => id)));
    client.setQueryData<Listed>(key, changed(listed, new Map(data.map((row) => [row.id, row]))));
    const isPart = isMore || more;
    const added = data.filter((row) => !known.has(row.id) && matches(filter, row) && isInRange(listed, row));
    if (added.length === 0 && !more) return;
    const all = new Map([...waiting, ...added.map((row) => [row.id, row] as const)]);
    if (!isReading()) return insert([...all.values()], isPart);
    setWaiting(all);
    setMore(isPart);
  };
  const cutAt = useLive({
    onNews: take,
    onReconnect: () =>
      void callAct('deliveries.list', filter).then(({ data }) => take({ data, more: false })),
    onEnd: () => void readAgain(client, ['deliveries']),
  });
  return {
    pages,
    waiting: waiting.size,
    isMore,
    showWaiting: () => insert([...waiting.values()], isMore),
    isFresh: ({ id }) => fresh.has(id),
    cutAt,
  };
}

function matches({ endpoint, status, type, event_id, since }: DeliveryFilter, row: Delivery): boolean {
  return (
    (endpoint === undefined || row.endpoint_id === endpoint) &&
    (status === undefined || row.status === status) &&
    (type === undefined || row.type === type) &&
    (event_id === undefined || row.event_id === event_id) &&
    (since === undefined || timeOf(row.created_at) >= timeOf(since))
  );
}

/** The order of the list: newest first. */
function compare(a: Delivery, b: Delivery): number {
  const [one, other] = [`${a.event_id}${a.endpoint_id}`, `${b.event_id}${b.endpoint_id}`];
  return one === other ? 0 : one < other ? 1 : -1;
}

/** An older delivery that was sent again may belong to a page that was not read yet. */
function isInRange({ pages }: Listed, row: Delivery): boolean {
  const { data, next_cursor } = pages.at(-1)!;
  return next_cursor === null || data.length === 0 || compare(row, data.at(-1)!) < 0;
}

function changed(listed: Listed, news: ReadonlyMap<string, Delivery>): Listed {
  const pages = listed.pages.map((page) => ({
    ...page,
    data: page.data.map((row) => news.get(row.id) ?? row),
  }));
  return { ...listed, pages };
}

/** Each row goes to the first page whose last row comes after it. */
function inserted(listed: Listed, rows: readonly Delivery[]): Listed {
  const pages = listed.pages.map((page) => ({ ...page, data: [...page.data] }));
  for (const row of rows) {
    if (pages.some((page) => page.data.some(({ id }) => id === row.id))) continue;
    const page = pages.find(({ data }) => data.length > 0 && compare(row, data.at(-1)!) < 0) ?? pages.at(-1)!;
    page.data = [...page.data, row].toSorted(compare);
  }
  return { ...listed, pages };
}

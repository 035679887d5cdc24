// A long list: only the pages near the window are read, each as it comes into view.

import type { ActName, AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { callAct } from './acts.ts';

/** The acts that list in pages which can be read in any order. */
type WindowName = {
  [Name in ActName]: AnswerOf<Name> extends { data: unknown[]; total: number } ? Name : never;
}[ActName];
type EntryOf<Name extends WindowName> = AnswerOf<Name>['data'][number];

const PAGE = 50;

/** The rows of a long list; some may not be loaded yet. */
export interface LongRows<Row> {
  /** Undefined until it is known. */
  total: number | undefined;
  at: (index: number) => Row | undefined;
  /** Says which rows are needed, so that they are read. */
  need: (first: number, last: number) => void;
}

interface Windowed<Entry> extends LongRows<Entry> {
  error: Error | null;
  readAgain: () => void;
}

/** While the first page of other filters is read, what was shown stays. */
export function useWindow<Name extends WindowName>(
  name: Name,
  input: InputOf<Name>,
): Windowed<EntryOf<Name>> {
  const [pages, setPages] = useState({ first: 0, last: 0 });
  const queryOf = (wanted: InputOf<Name>, page: number) => {
    const given = { ...wanted, limit: PAGE, offset: page * PAGE };
    return { queryKey: [name, given], queryFn: () => callAct(name, given) };
  };
  const first = useQuery({ ...queryOf(input, 0), placeholderData: keepPreviousData });
  const [settled, setSettled] = useState(input);
  const key = JSON.stringify(input);
  if (!first.isPlaceholderData && JSON.stringify(settled) !== key) setSettled(input);
  const shown = first.isPlaceholderData ? settled : input;
  const total = first.data?.total;
  const last = Math.max(0, Math.min(pages.last, Math.ceil((total ?? 0) / PAGE) - 1));
  const from = Math.min(pages.first, last);
  const numbers = Array.from({ length: last - from + 1 }, (_, at) => from + at);
  const read = useQueries({ queries: numbers.map((page) => queryOf(shown, page)) });
  const need = useCallback((firstRow: number, lastRow: number) => {
    const [one, other] = [Math.floor(firstRow / PAGE), Math.floor(lastRow / PAGE)];
    setPages((before) =>
      before.first === one && before.last === other ? before : { first: one, last: other },
    );
  }, []);
  return {
    total,
    at: (index) => {
      const page = Math.floor(index / PAGE);
      const answer = page === 0 ? first.data : read[page - from]?.data;
      return answer?.data[index % PAGE];
    },
    need,
    error: first.error ?? read.find(({ error }) => error !== null)?.error ?? null,
    readAgain: () => {
      void first.refetch();
      for (const one of read) if (one.error !== null) void one.refetch();
    },
  };
}

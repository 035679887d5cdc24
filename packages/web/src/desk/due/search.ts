// What the address says about the due board: its view and its filters.

import type { InputOf } from '@rf-indicators/contract/acts';
import { useNavigate, useSearch } from '@tanstack/react-router';

export const VIEWS = { list: 'List', map: 'Heat map', calendar: 'Calendar' } as const;
export type View = keyof typeof VIEWS;

export const TIMES = {
  soon: 'a third or less',
  lapsed: 'none',
  week: '7 days',
  month: '30 days',
  all: 'any',
  missing: 'no evidence',
} as const;
export type Time = keyof typeof TIMES;

export interface DueSearch {
  view: View;
  time: Time;
  /** UTC days, such as 2026-11-14; with one of them the time does not matter. */
  until: string;
  on: string;
  type: string;
  assignee: string;
  provider: string;
  input: string;
  /** The month of the calendar, such as 2026-11. */
  month: string;
}

const NOTHING: DueSearch = {
  ...{ view: 'list', time: 'soon', until: '', on: '', type: '', assignee: '', provider: '', input: '' },
  month: '',
};
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MONTH = /^\d{4}-\d{2}$/;

/** Leaves out what is at its default, so that addresses stay short. */
export function readDueSearch(search: Record<string, unknown>): Partial<DueSearch> {
  const { view, time, until, on, month } = search;
  const texts = (['type', 'assignee', 'provider', 'input'] as const).flatMap((name) => {
    const value = search[name];
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && text !== '' ? [[name, text]] : [];
  });
  return {
    ...(typeof view === 'string' && view !== 'list' && view in VIEWS ? { view: view as View } : {}),
    ...(typeof time === 'string' && time !== 'soon' && time in TIMES ? { time: time as Time } : {}),
    ...(typeof until === 'string' && DAY.test(until) ? { until } : {}),
    ...(typeof on === 'string' && DAY.test(on) ? { on } : {}),
    ...(typeof month === 'string' && MONTH.test(month) ? { month } : {}),
    ...Object.fromEntries(texts),
  };
}

export interface DueSearching {
  search: DueSearch;
  set: (change: Partial<DueSearch>) => void;
  clear: () => void;
  isFiltered: boolean;
}

export function useDueSearch(): DueSearching {
  const search = { ...NOTHING, ...useSearch({ from: '/desk/due', select: readDueSearch }) };
  const navigate = useNavigate({ from: '/desk/due' });
  const set = (change: Partial<DueSearch>) =>
    void navigate({ search: readDueSearch({ ...search, ...change }), replace: true });
  const { view, month, ...nothing } = NOTHING;
  return {
    search,
    set,
    clear: () => set(nothing),
    isFiltered: Object.entries(nothing).some(([name, value]) => search[name as keyof DueSearch] !== value),
  };
}

type Filter = Omit<InputOf<'due.list'>, 'limit' | 'cursor'>;

export function filterOf({ time, until, on, type, assignee, provider, input }: DueSearch): Filter {
  return {
    ...(on !== '' ? { on } : until !== '' ? { until } : time === 'soon' ? {} : { time }),
    ...(type === '' ? {} : { planner_type: type }),
    ...(assignee === '' ? {} : { assignee }),
    ...(provider === '' ? {} : { provider }),
    ...(input === '' ? {} : { input }),
  };
}

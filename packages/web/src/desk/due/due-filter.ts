// The words for the views and filters of the due board, and what they ask the service for.

import type { InputOf } from '@rf-indicators/contract/acts';
import type { SearchOf } from '../../pages.ts';

export const VIEWS = { checks: 'By check', list: 'List', map: 'Heat map', calendar: 'Calendar' } as const;

export const TIMES = {
  soon: 'a third or less',
  lapsed: 'none',
  week: '7 days',
  month: '30 days',
  all: 'any',
  missing: 'no evidence',
} as const;

type Filter = Omit<InputOf<'due.list'>, 'limit' | 'cursor'>;

export function filterOf({
  time,
  until,
  on,
  type,
  assignee,
  provider,
  input,
}: SearchOf<'/desk/due'>): Filter {
  return {
    ...(on !== '' ? { on } : until !== '' ? { until } : time === 'soon' ? {} : { time }),
    ...(type === '' ? {} : { planner_type: type }),
    ...(assignee === '' ? {} : { assignee }),
    ...(provider === '' ? {} : { provider }),
    ...(input === '' ? {} : { input }),
  };
}

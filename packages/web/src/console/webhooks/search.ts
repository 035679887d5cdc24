// What the address says about the webhooks: which view, its filters, and what is open at the side.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useNavigate, useSearch } from '@tanstack/react-router';

export type Status = AnswerOf<'deliveries.list'>['data'][number]['status'];
export const STATUSES: readonly Status[] = ['pending', 'waiting', 'delivered', 'exhausted', 'cancelled'];
export const PERIODS = ['1h', '24h', '7d'] as const;
export type Period = (typeof PERIODS)[number];

export interface WebhookSearch {
  view: 'endpoints' | 'deliveries';
  /** The id of an endpoint. */
  endpoint: string;
  status: Status | '';
  type: string;
  since: Period | '';
  /** The id of an event. */
  event: string;
  /** The id of the endpoint or the delivery at the side. */
  open: string;
}

const NOTHING: WebhookSearch = {
  view: 'endpoints',
  endpoint: '',
  status: '',
  type: '',
  since: '',
  event: '',
  open: '',
};

/** Leaves out what is at its default, so that addresses stay short. */
export function readWebhookSearch(search: Record<string, unknown>): Partial<WebhookSearch> {
  const { view, endpoint, status, type, since, event, open } = search;
  return {
    ...(view === 'deliveries' ? { view } : {}),
    ...textOf('endpoint', endpoint),
    ...(STATUSES.includes(status as Status) ? { status: status as Status } : {}),
    ...textOf('type', type),
    ...(PERIODS.includes(since as Period) ? { since: since as Period } : {}),
    ...textOf('event', event),
    ...textOf('open', open),
  };
}

function textOf<Name extends string>(name: Name, value: unknown): Partial<Record<Name, string>> {
  return typeof value === 'string' && value !== '' ? ({ [name]: value } as Record<Name, string>) : {};
}

export interface WebhookSearching {
  search: WebhookSearch;
  /** Filters replace the address; another view is a step that one can go back from. */
  set: (change: Partial<WebhookSearch>) => void;
}

export function useWebhookSearch(): WebhookSearching {
  const search = {
    ...NOTHING,
    ...useSearch({ from: '/console/$workspace/webhooks', select: readWebhookSearch }),
  };
  const navigate = useNavigate({ from: '/console/$workspace/webhooks' });
  return {
    search,
    set: (change) =>
      void navigate({
        search: readWebhookSearch({ ...search, ...change }),
        replace: change.view === undefined,
      }),
  };
}

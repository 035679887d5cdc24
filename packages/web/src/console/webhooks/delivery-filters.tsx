// The filters of the list of deliveries.

import type { ReactNode } from 'react';
import { FilterChoice, Filters, FilterText } from '../../ui/filters.tsx';
import { PERIODS, STATUSES, type WebhookSearch, type WebhookSearching } from './search.ts';
import type { DeliveryFilter } from './tail.ts';
import {
  beginningOf,
  type Endpoint,
  EVENT_OPTIONS,
  eventName,
  hostOf,
  PERIOD_NAMES,
  STATUS_NAMES,
  shortUrl,
} from './words.ts';

export interface DeliveryFiltersProps extends WebhookSearching {
  endpoints: readonly Endpoint[];
  aside: ReactNode;
}

export function DeliveryFilters({ search, set, endpoints, aside }: DeliveryFiltersProps) {
  return (
    <Filters aside={aside}>
      <FilterText
        label="Event id"
        value={search.event}
        onChange={(event) => set({ event: event.trim() })}
        mono
      />
      <FilterChoice
        label="Endpoint"
        value={search.endpoint}
        options={{ '': 'all', ...Object.fromEntries(endpoints.map(({ id, url }) => [id, shortUrl(url)])) }}
        onChange={(endpoint) => set({ endpoint })}
      />
      <FilterChoice
        label="State"
        value={search.status}
        options={{ '': 'all', ...Object.fromEntries(STATUSES.map((one) => [one, STATUS_NAMES[one]])) }}
        onChange={(status) => set({ status: status as WebhookSearch['status'] })}
      />
      <FilterChoice
        label="Event"
        value={search.type}
        options={EVENT_OPTIONS}
        onChange={(type) => set({ type })}
      />
      <FilterChoice
        label="Since"
        value={search.since}
        options={{ '': '30 days', ...Object.fromEntries(PERIODS.map((one) => [one, PERIOD_NAMES[one]])) }}
        onChange={(since) => set({ since: since as WebhookSearch['since'] })}
      />
    </Filters>
  );
}

/** In words, for a list that is empty because of them. */
export function describedFilters(search: WebhookSearch, endpoints: readonly Endpoint[]): string {
  const endpoint = endpoints.find(({ id }) => id === search.endpoint);
  return [
    ...(search.event === '' ? [] : ['of this event']),
    ...(search.endpoint === ''
      ? []
      : [`to ${endpoint === undefined ? 'this endpoint' : hostOf(endpoint.url)}`]),
    ...(search.status === '' ? [] : [`in the state “${STATUS_NAMES[search.status]}”`]),
    ...(search.type === '' ? [] : [`of the type “${eventName(search.type)}”`]),
    ...(search.since === '' ? [] : [`in ${PERIOD_NAMES[search.since]}`]),
  ].join(', ');
}

/** Without what is not filtered by. */
export function filterOf(
  { endpoint, status, type, event, since }: Omit<WebhookSearch, 'view' | 'open'>,
  now: number,
): DeliveryFilter {
  return {
    ...(endpoint === '' ? {} : { endpoint }),
    ...(status === '' ? {} : { status }),
    ...(type === '' ? {} : { type }),
    ...(event === '' ? {} : { event_id: event }),
    ...(since === '' ? {} : { since: beginningOf(since, now) }),
  };
}

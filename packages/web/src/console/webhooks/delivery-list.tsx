// All deliveries of the workspace in one list, followed live.

import { useRef } from 'react';
import type { Delivery } from '../../api/live.ts';
import { useProviders } from '../../api/providers.ts';
import { Button } from '../../ui/button.tsx';
import { FilterFields, Filters, NothingFound, orAll, type PageSearch } from '../../ui/filters.tsx';
import { clock, count } from '../../ui/format.ts';
import { Ago, Until } from '../../ui/instant.tsx';
import { List } from '../../ui/list.tsx';
import { State } from '../../ui/state.tsx';
import { type Column, NotApplicable } from '../../ui/table.tsx';
import { IfMay } from '../person.tsx';
import { Address } from './endpoint-list.tsx';
import { type DeliveryFilter, useTail } from './tail.ts';
import {
  beginningOf,
  deliveryState,
  type Endpoint,
  EVENT_OPTIONS,
  eventName,
  hostOf,
  PERIOD_NAMES,
  STATUS_NAMES,
  shortUrl,
  type WebhookSearch,
} from './webhook-names.ts';
import styles from './webhooks.module.css';

interface DeliveryListProps {
  searching: PageSearch<WebhookSearch>;
  endpoints: readonly Endpoint[];
  filter: DeliveryFilter;
  onResend: () => void;
}

export function DeliveryList({ onResend, ...props }: DeliveryListProps) {
  return (
    <>
      <Filters>
        <FilterFields
          searching={props.searching}
          filters={{
            event: { label: 'Event id', mono: true },
            endpoint: {
              label: 'Endpoint',
              options: orAll(Object.fromEntries(props.endpoints.map(({ id, url }) => [id, shortUrl(url)]))),
            },
            status: { label: 'State', options: orAll(STATUS_NAMES) },
            type: { label: 'Event', options: EVENT_OPTIONS },
            since: { label: 'Since', options: orAll(PERIOD_NAMES, '30 days') },
          }}
        />
      </Filters>
      <LiveTable key={JSON.stringify(props.filter)} {...props} onResend={onResend} />
    </>
  );
}

function LiveTable({ endpoints, filter, searching, onResend }: DeliveryListProps) {
  const { search, set, clear } = searching;
  const list = useRef<HTMLDivElement>(null);
  const isReading = () => search.open !== '' || isLookedAt(list.current!);
  const { pages, waiting, isMore, showWaiting, isFresh, cutAt } = useTail(filter, isReading);
  const providers = useProviders();
  const nameOf = (id: string | null) => providers?.find((provider) => provider.id === id)?.name;
  const described = describedFilters(search, endpoints);
  return (
    <>
      <div className={styles.live}>
        <span role="status">
          {cutAt === null ? (
            waiting === 0 ? (
              'Live: new deliveries appear here'
            ) : (
              <Button kind="quiet" onPress={showWaiting}>
                {isMore ? `${count(waiting)} or more new` : `${count(waiting)} new`}
              </Button>
            )
          ) : (
            `Last updated ${clock(cutAt)}, reconnecting`
          )}
        </span>
        <IfMay act="deliveries.redeliver_since">
          <Button kind="quiet" onPress={onResend}>
            Resend failed…
          </Button>
        </IfMay>
      </div>
      <div ref={list}>
        <List
          label="Deliveries"
          pages={pages}
          columns={columnsOf(nameOf)}
          keyOf={({ id }) => id}
          isFresh={isFresh}
          empty={
            described === '' ? (
              'No delivery in the last 30 days. They begin with the next event, or with a test.'
            ) : (
              <NothingFound what={`No delivery: ${described}.`} onClear={clear} />
            )
          }
          open={{
            isOpen: ({ id }) => id === search.open,
            onOpen: ({ id }) => set({ open: id === search.open ? '' : id }),
            label: ({ type, url }) => `Show ${eventName(type)} to ${shortUrl(url)}`,
          }}
        />
      </div>
    </>
  );
}

/** By mouse, by keyboard, or scrolled down to. */
function isLookedAt(list: HTMLElement): boolean {
  return list.matches(':hover') || list.contains(document.activeElement) || scrollY > 0;
}

function columnsOf(nameOf: (id: string | null) => string | undefined): Column<Delivery>[] {
  return [
    {
      head: 'Event',
      cell: ({ type, test }) => (
        <>
          {eventName(type)}
          {test && type !== 'webhook.test' ? <span className="muted"> test</span> : null}
        </>
      ),
    },
    {
      head: 'Provider',
      isMinor: 'plain',
      cell: ({ provider_id }) => nameOf(provider_id) ?? <NotApplicable />,
    },
    {
      head: 'Endpoint',
      isMinor: 'plain',
      cell: ({ url }) => <Address url={url} />,
    },
    {
      head: 'State',
      isFixed: true,
      cell: (delivery) => {
        const { kind, word } = deliveryState(delivery);
        return <State kind={kind}>{word}</State>;
      },
    },
    {
      head: 'Answer',
      isFixed: true,
      isMinor: true,
      cell: ({ last_code, tries }) => last_code ?? (tries === 0 ? <NotApplicable /> : 'no answer'),
    },
    { head: 'Tries', isFigure: true, isMinor: true, isExtra: true, cell: ({ tries }) => count(tries) },
    {
      head: 'Next try',
      isFixed: true,
      isMinor: true,
      isExtra: true,
      cell: ({ next_try_at, tries }) =>
        next_try_at === null ? (
          <NotApplicable />
        ) : tries === 0 ? (
          'now'
        ) : (
          <Until at={next_try_at} past="now" />
        ),
    },
    {
      head: 'Created',
      isFixed: true,
      isMinor: 'plain',
      cell: ({ created_at }) => <Ago at={created_at} />,
    },
  ];
}

/** In words, for a list that is empty because of them. */
function describedFilters(search: WebhookSearch, endpoints: readonly Endpoint[]): string {
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

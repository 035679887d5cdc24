// All deliveries of the workspace in one list, followed live.

import { useRef } from 'react';
import type { Delivery } from '../../api/live.ts';
import { useProviders } from '../../api/providers.ts';
import { Button } from '../../ui/button.tsx';
import { NothingFound } from '../../ui/filters.tsx';
import { Ago, Until } from '../../ui/instant.tsx';
import { List } from '../../ui/list.tsx';
import { NotApplicable } from '../../ui/not-applicable.tsx';
import { State } from '../../ui/state.tsx';
import type { Column } from '../../ui/table.tsx';
import { clock, count } from '../../ui/words.ts';
import { Address } from './address.tsx';
import { DeliveryFilters, describedFilters } from './delivery-filters.tsx';
import type { WebhookSearching } from './search.ts';
import { type DeliveryFilter, useTail } from './tail.ts';
import styles from './webhooks.module.css';
import { deliveryState, type Endpoint, eventName, shortUrl } from './words.ts';

export interface DeliveryListProps extends WebhookSearching {
  endpoints: readonly Endpoint[];
  filter: DeliveryFilter;
  onResend: () => void;
}

export function DeliveryList({ onResend, ...props }: DeliveryListProps) {
  return (
    <>
      <DeliveryFilters {...props} />
      <LiveTable key={JSON.stringify(props.filter)} {...props} onResend={onResend} />
    </>
  );
}

function LiveTable({ endpoints, filter, search, set, onResend }: DeliveryListProps) {
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
        <Button kind="quiet" onPress={onResend}>
          Resend failed…
        </Button>
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
              <NothingFound
                what={`No delivery: ${described}.`}
                onClear={() => set({ endpoint: '', status: '', type: '', since: '', event: '' })}
              />
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
        next_try_at === null ? <NotApplicable /> : tries === 0 ? 'now' : <Until at={next_try_at} />,
    },
    {
      head: 'Created',
      isFixed: true,
      isMinor: 'plain',
      cell: ({ created_at }) => <Ago at={created_at} />,
    },
  ];
}

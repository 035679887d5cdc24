// The webhook endpoints of a workspace, as a table.

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type NamedProvider, useProviders } from '../../api/providers.ts';
import { plural } from '../../ui/format.ts';
import { Ago } from '../../ui/instant.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { State } from '../../ui/state.tsx';
import { type Column, NotApplicable, Table } from '../../ui/table.tsx';
import { useEndpointNews } from './endpoint-news.ts';
import { disabledReason, type Endpoint, eventsInWords, shortUrl } from './webhook-names.ts';

interface EndpointListProps {
  endpoints: UseQueryResult<{ data: Endpoint[] }>;
  openId: string;
  onOpen: (id: string) => void;
  empty: ReactNode;
}

export function EndpointList({ endpoints, openId, onOpen, empty }: EndpointListProps) {
  const providers = useProviders();
  useEndpointNews();
  if (endpoints.error !== null)
    return <ProblemBox error={endpoints.error} onRetry={() => void endpoints.refetch()} />;
  return (
    <Table
      label="Webhook endpoints"
      columns={columnsOf(providers ?? [])}
      rows={endpoints.data?.data}
      keyOf={({ id }) => id}
      empty={empty}
      open={{
        isOpen: ({ id }) => id === openId,
        onOpen: ({ id }) => onOpen(id === openId ? '' : id),
        label: ({ url }) => `Show ${shortUrl(url)}`,
      }}
    />
  );
}

function columnsOf(providers: readonly NamedProvider[]): Column<Endpoint>[] {
  return [
    { head: 'URL', cell: ({ url }) => <Address url={url} /> },
    {
      head: 'Description',
      isMinor: 'plain',
      isExtra: true,
      cell: ({ description }) => description || <NotApplicable />,
    },
    { head: 'Events', isFixed: true, isMinor: true, cell: ({ event_types }) => eventsInWords(event_types) },
    {
      head: 'Providers',
      isMinor: true,
      cell: ({ provider_ids }) => providersInWords(provider_ids, providers),
    },
    {
      head: 'Secret',
      isFixed: true,
      isMinor: true,
      cell: ({ own_secret }) => (own_secret ? 'own' : 'workspace'),
    },
    { head: 'State', isFixed: true, cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
    {
      head: 'Since',
      isFixed: true,
      isMinor: true,
      cell: ({ failing_since, disabled_at, created_at }) => (
        <Ago at={disabled_at ?? failing_since ?? created_at} />
      ),
    },
  ];
}

/** Two names side by side would make every row taller: the panel has them all. */
function providersInWords(ids: readonly string[], providers: readonly NamedProvider[]): string {
  if (ids.length === 0) return 'all';
  const only = ids.length === 1 ? providers.find(({ id }) => id === ids[0]) : undefined;
  return only?.name ?? plural(ids.length, 'provider');
}

/** Its state in a word; why it is disabled is said where there is room. */
export function EndpointState({ endpoint }: { endpoint: Endpoint }) {
  if (!endpoint.enabled)
    return (
      <span title={disabledReason(endpoint)}>
        <State kind="off">disabled</State>
      </span>
    );
  if (endpoint.failing_since !== null) return <State kind="failed">failing</State>;
  return <State kind="good">enabled</State>;
}

/** The address of an endpoint in a table: one line. */
export function Address({ url }: { url: string }) {
  return <span title={url}>{shortUrl(url)}</span>;
}

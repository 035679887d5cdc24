// Webhooks: the endpoints of a workspace, and everything that was sent to them.

import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { usePageSearch } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { count, plural } from '../../ui/format.ts';
import { Split } from '../../ui/panel.tsx';
import { IfMay, WhoMay } from '../person.tsx';
import { DeliveryList, filterOf } from './delivery-list.tsx';
import { DeliveryPanel } from './delivery-panel.tsx';
import { EndpointList } from './endpoint-list.tsx';
import { EndpointPanel } from './endpoint-panel.tsx';
import { ResendFailed } from './resend-failed.tsx';
import { SaveEndpoint } from './save-endpoint.tsx';
import { WorkspaceSecret } from './signing-secret.tsx';
import type { Endpoint, WebhookSearch } from './webhook-names.ts';
import styles from './webhooks.module.css';

export function Webhooks() {
  const endpoints = useRead('webhooks.list', {});
  const searching = usePageSearch('/console/$workspace/webhooks');
  const { search, set } = searching;
  const [asking, setAsking] = useState<'add' | 'resend' | null>(null);
  const { endpoint, status, type, event, since } = search;
  // A period begins when it is chosen, so that the list is not read again as time passes.
  const filter = useMemo(
    () => filterOf({ endpoint, status, type, event, since }, Date.now()),
    [endpoint, status, type, event, since],
  );
  const all = endpoints.data?.data;
  const close = () => set({ open: '' });
  const isDeliveries = search.view === 'deliveries';
  const add = (
    <IfMay act="webhooks.add">
      <Button kind="primary" onPress={() => setAsking('add')}>
        Add endpoint
      </Button>
    </IfMay>
  );
  return (
    <>
      <Split
        list={
          <>
            <Title title="Webhooks" note={all === undefined ? '' : noteOf(all)} act={add} />
            <WhoMay act="webhooks.add" doing="add and change endpoints" />
            <Views view={search.view} />
            {isDeliveries ? (
              <DeliveryList
                searching={searching}
                endpoints={all ?? []}
                filter={filter}
                onResend={() => setAsking('resend')}
              />
            ) : (
              <>
                <EndpointList
                  endpoints={endpoints}
                  openId={search.open}
                  onOpen={(open) => set({ open })}
                  empty={
                    <>
                      No endpoint yet
                      <IfMay act="webhooks.add">
                        : run <code>rf webhooks listen</code> to see events on your machine, or add the
                        address of a receiver
                      </IfMay>
                      .
                    </>
                  }
                />
                <WorkspaceSecret />
              </>
            )}
          </>
        }
        panel={isDeliveries ? deliveryPanel(search.open) : endpointPanel(all, search.open)}
      />
      {asking === 'add' ? (
        <SaveEndpoint
          endpoint={null}
          onSaved={({ id }) => set({ view: 'endpoints', open: id }, { isStep: true })}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === 'resend' ? (
        <ResendFailed endpoints={all ?? []} endpointId={search.endpoint} onClose={() => setAsking(null)} />
      ) : null}
    </>
  );

  function endpointPanel(known: readonly Endpoint[] | undefined, id: string) {
    const open = known?.find((one) => one.id === id);
    return open === undefined ? null : <EndpointPanel key={id} endpoint={open} onClose={close} />;
  }

  function deliveryPanel(id: string) {
    if (id === '') return null;
    return <DeliveryPanel key={id} id={id} endpoints={all} onClose={close} />;
  }
}

function noteOf(all: readonly Endpoint[]): string {
  const failing = all.filter(({ enabled, failing_since }) => enabled && failing_since !== null).length;
  const disabled = all.filter(({ enabled }) => !enabled).length;
  return [
    plural(all.length, 'endpoint'),
    ...(failing === 0 ? [] : [`${count(failing)} failing`]),
    ...(disabled === 0 ? [] : [`${count(disabled)} disabled`]),
  ].join(' · ');
}

const VIEWS = { endpoints: 'Endpoints', deliveries: 'Deliveries' } as const;

function Views({ view }: { view: WebhookSearch['view'] }) {
  return (
    <nav className={`tabs ${styles.views}`} aria-label="Views">
      {Object.entries(VIEWS).map(([one, name]) => (
        <Link
          key={one}
          className="tab"
          from="/console/$workspace/webhooks"
          to="."
          search={one === 'endpoints' ? {} : { view: 'deliveries' }}
          aria-current={one === view ? 'page' : undefined}
          data-selected={one === view ? '' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

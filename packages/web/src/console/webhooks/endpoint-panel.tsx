// One endpoint: its state, what it is sent, a test, its secret, and what can be done with it.

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type NamedProvider, useProviders } from '../../api/providers.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { count, date, timeOf } from '../../ui/format.ts';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Acts, Panel } from '../../ui/panel.tsx';
import { Section } from '../../ui/section.tsx';
import { IfMay } from '../person.tsx';
import { ChangeEndpoint, type EndpointChange } from './change-endpoint.tsx';
import { EndpointState } from './endpoint-list.tsx';
import { SaveEndpoint } from './save-endpoint.tsx';
import { SendTest } from './send-test.tsx';
import { EndpointSecret } from './signing-secret.tsx';
import { disabledReason, type Endpoint, eventName, hostOf } from './webhook-names.ts';

const FIVE_DAYS = 5 * 24 * 60 * 60 * 1000;

export function EndpointPanel({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const [asking, setAsking] = useState<EndpointChange | 'edit' | null>(null);
  const { url, created_at, enabled } = endpoint;
  return (
    <Panel
      title={hostOf(url)}
      facts={
        <>
          <EndpointState endpoint={endpoint} /> · added <Instant at={created_at} />
        </>
      }
      onClose={onClose}
    >
      <Section
        title="Settings"
        aside={
          <IfMay act="webhooks.update">
            <Button kind="quiet" onPress={() => setAsking('edit')}>
              Change
            </Button>
          </IfMay>
        }
      >
        <Settings endpoint={endpoint} />
      </Section>
      <IfMay act="webhooks.test">{enabled ? <SendTest endpoint={endpoint} /> : null}</IfMay>
      <EndpointSecret endpoint={endpoint} />
      <IfMay act="webhooks.remove">
        <Section title={enabled ? 'Disable or remove' : 'Enable or remove'}>
          <p className="plain">
            {enabled
              ? 'While it is disabled, its deliveries wait for up to 30 days.'
              : `Disabled ${date(endpoint.disabled_at!)}: ${disabledReason(endpoint)}.`}
          </p>
          <Acts>
            <Button onPress={() => setAsking(enabled ? 'disable' : 'enable')}>
              {enabled ? 'Disable…' : 'Enable…'}
            </Button>
            <Button onPress={() => setAsking('remove')}>
              <CrossGlyph /> Remove…
            </Button>
          </Acts>
        </Section>
      </IfMay>
      {asking === 'edit' ? (
        <SaveEndpoint endpoint={endpoint} onSaved={() => undefined} onClose={() => setAsking(null)} />
      ) : null}
      {asking === null || asking === 'edit' ? null : (
        <ChangeEndpoint
          endpoint={endpoint}
          change={asking}
          onClose={() => setAsking(null)}
          onRemoved={onClose}
        />
      )}
    </Panel>
  );
}

function Settings({ endpoint }: { endpoint: Endpoint }) {
  const providers = useProviders();
  const { id, url, description, event_types, provider_ids, failing_since, enabled } = endpoint;
  return (
    <Facts
      facts={{
        URL: <span className="mono">{url}</span>,
        ...(description === '' ? {} : { Description: description }),
        ...(enabled && failing_since !== null
          ? {
              Failing: (
                <>
                  since <Instant at={failing_since} />; disabled on {date(timeOf(failing_since) + FIVE_DAYS)}{' '}
                  unless a delivery succeeds
                </>
              ),
            }
          : {}),
        Events: event_types.map(eventName).join(', '),
        Providers: provider_ids.length === 0 ? 'all' : namesOf(provider_ids, providers ?? []),
        Deliveries: (
          <Link from="/console/$workspace/webhooks" to="." search={{ view: 'deliveries', endpoint: id }}>
            See its deliveries
          </Link>
        ),
      }}
    />
  );
}

/** A provider whose indicator was withdrawn is no longer listed. */
function namesOf(ids: readonly string[], providers: readonly NamedProvider[]): string {
  const names = providers.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const others = ids.length - names.length;
  return [...names, ...(others === 0 ? [] : [`${count(others)} without an indicator`])].join(', ');
}

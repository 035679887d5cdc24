// One delivery: its attempts, and the request as it is sent.

import { useState } from 'react';
import { useAct, useRead } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { plural } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { Acts, Panel } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { State } from '../../ui/state.tsx';
import { IfMay } from '../person.tsx';
import { Timeline } from './timeline.tsx';
import { deliveryState, type Endpoint, eventName } from './webhook-names.ts';
import styles from './webhooks.module.css';

interface DeliveryPanelProps {
  id: string;
  /** Undefined until they are known. */
  endpoints: readonly Endpoint[] | undefined;
  onClose: () => void;
}

export function DeliveryPanel({ id, endpoints, onClose }: DeliveryPanelProps) {
  const shown = useRead('deliveries.show', { delivery: id });
  const resend = useAct('deliveries.redeliver', ['deliveries']);
  const delivery = shown.data;
  if (delivery === undefined)
    return (
      <Panel title="Delivery" onClose={onClose}>
        <ProblemBox error={shown.error} onRetry={() => void shown.refetch()} />
      </Panel>
    );
  const { type, url, event_id, created_at, tries, endpoint_id, test } = delivery;
  const { kind, word } = deliveryState(delivery);
  const reason = whyNot(endpoints, endpoint_id);
  return (
    <Panel
      title={eventName(type)}
      facts={
        <>
          <State kind={kind}>{word}</State> · {test ? 'test, ' : ''}created <Instant at={created_at} />
        </>
      }
      onClose={onClose}
    >
      <Section title={tries === 0 ? 'Not tried yet' : plural(tries, 'try', 'tries')}>
        <Timeline delivery={delivery} />
        <IfMay act="deliveries.redeliver">
          <Acts>
            <Button
              notAllowed={reason}
              busy={resend.isPending && 'Sending…'}
              onPress={() => resend.mutate({ delivery: id })}
            >
              {tries === 0 || delivery.status !== 'delivered' ? 'Send now' : 'Send again'}
            </Button>
            {reason === null ? null : <span className={styles.why}>{reason}</span>}
          </Acts>
        </IfMay>
        <ProblemBox error={resend.error} />
      </Section>
      <Section title="Request">
        <Facts
          facts={{
            URL: <span className="mono">{url}</span>,
            Type: <span className="mono">{type}</span>,
            Event: (
              <>
                <span className="mono">{event_id}</span> <Copy text={event_id} what="the event id" />
              </>
            ),
          }}
        />
      </Section>
      <Body text={delivery.body} />
    </Panel>
  );
}

/** Why a delivery to this endpoint cannot be sent. */
function whyNot(endpoints: readonly Endpoint[] | undefined, id: string): string | null {
  if (endpoints === undefined) return null;
  const endpoint = endpoints.find((one) => one.id === id);
  if (endpoint === undefined) return 'its endpoint was removed';
  return endpoint.enabled ? null : 'its endpoint is disabled: enable it first';
}

function Body({ text }: { text: string }) {
  const [isRaw, setRaw] = useState(false);
  return (
    <Section
      title="Body"
      note={isRaw ? 'The bytes that every try sends, and that signatures cover.' : 'Indented for reading.'}
      aside={
        <Button kind="quiet" onPress={() => setRaw(!isRaw)}>
          {isRaw ? 'Indented' : 'As sent'}
        </Button>
      }
    >
      <Code text={isRaw ? text : indented(text)} what="the body" />
    </Section>
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

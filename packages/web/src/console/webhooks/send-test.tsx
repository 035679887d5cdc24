// Sends a test event to an endpoint, and says what came of it.

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct, useRead } from '../../api/acts.ts';
import { EVENT_TYPES } from '../../api/catalogue.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { timeOf } from '../../ui/format.ts';
import { Acts } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { State } from '../../ui/state.tsx';
import { deliveryState, duration, type Endpoint, eventName } from './webhook-names.ts';
import styles from './webhooks.module.css';

export function SendTest({ endpoint }: { endpoint: Endpoint }) {
  const test = useAct('webhooks.test', ['deliveries']);
  const [type, setType] = useState<string>('webhook.test');
  return (
    <Section title="Test">
      <SelectField
        label="Type of event"
        help="Sent once, in its real form, and marked as a test."
        value={type}
        onChange={({ target }) => setType(target.value)}
      >
        {EVENT_TYPES.map((event) => (
          <option key={event.type} value={event.type}>
            {eventName(event.type)}
          </option>
        ))}
      </SelectField>
      <Acts>
        <Button
          busy={test.isPending && 'Sending…'}
          onPress={() => test.mutate({ endpoint: endpoint.id, type })}
        >
          Send test event
        </Button>
      </Acts>
      <ProblemBox error={test.error} />
      {test.data === undefined ? null : (
        <Outcome key={test.data.delivery_id} deliveryId={test.data.delivery_id} />
      )}
    </Section>
  );
}

function Outcome({ deliveryId }: { deliveryId: string }) {
  const delivery = useRead('deliveries.show', { delivery: deliveryId }).data;
  if (delivery === undefined) return null;
  const { kind, word } = deliveryState(delivery);
  const last = delivery.attempts.at(-1);
  return (
    <p className={styles.outcome} role="status">
      <State kind={kind}>{delivery.tries === 0 ? 'sending' : word}</State>
      {last === undefined ? null : (
        <span>
          {last.code ?? 'no answer'} after {duration(timeOf(last.finished_at) - timeOf(last.started_at))}
        </span>
      )}
      <Link from="/console/$workspace/webhooks" to="." search={{ view: 'deliveries', open: deliveryId }}>
        See the delivery
      </Link>
    </p>
  );
}

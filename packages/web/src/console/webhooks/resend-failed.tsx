// Sends all failed deliveries since a time again, after counting them.

import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { callAct, useAct } from '../../api/acts.ts';
import { FormDialog } from '../../ui/act-dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { count, plural } from '../../ui/format.ts';
import { beginningOf, type Endpoint, PERIOD_NAMES, type Period, shortUrl } from './webhook-names.ts';
import styles from './webhooks.module.css';

interface ResendFailedProps {
  endpoints: readonly Endpoint[];
  /** The one that the list is filtered by; empty for all. */
  endpointId: string;
  onClose: () => void;
}

export function ResendFailed({ endpoints, endpointId, onClose }: ResendFailedProps) {
  const [opened] = useState(Date.now);
  const [period, setPeriod] = useState<Period>('24h');
  const [chosen, setChosen] = useState(endpointId);
  const resend = useAct('deliveries.redeliver_since', ['deliveries']);
  const enabled = endpoints.filter(({ id, enabled: isOn }) => isOn && (chosen === '' || chosen === id));
  const since = beginningOf(period, opened);
  const counts = useCounts(enabled, since);
  const total = counts.data?.reduce((sum, { deliveries }) => sum + deliveries, 0);
  const start = async () => {
    for (const { endpoint, deliveries } of counts.data ?? [])
      if (deliveries > 0) await resend.mutateAsync({ endpoint: endpoint.id, since, only_failed: true });
    onClose();
  };
  return (
    <FormDialog
      title="Resend failed deliveries?"
      submit={total === undefined ? 'Resend' : `Resend ${plural(total, 'delivery', 'deliveries')}`}
      busy={resend.isPending && 'Sending…'}
      notAllowed={total === undefined ? 'still counting' : total === 0 ? 'none failed' : null}
      error={counts.error ?? resend.error}
      onSubmit={() => void start().catch(() => undefined)}
      onClose={onClose}
    >
      <SelectField
        label="Created in"
        value={period}
        onChange={({ target }) => setPeriod(target.value as Period)}
      >
        {Object.entries(PERIOD_NAMES).map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label="Endpoint" value={chosen} onChange={({ target }) => setChosen(target.value)}>
        <option value="">All enabled endpoints</option>
        {endpoints.map(({ id, url }) => (
          <option key={id} value={id}>
            {shortUrl(url)}
          </option>
        ))}
      </SelectField>
      <Counted counts={counts.data} hasEndpoint={enabled.length > 0} />
    </FormDialog>
  );
}

interface EndpointCount {
  endpoint: Endpoint;
  deliveries: number;
  by_status: Readonly<Record<string, number>>;
}

function useCounts(
  endpoints: readonly Endpoint[],
  since: string,
): { data: EndpointCount[] | undefined; error: Error | null } {
  const counts = useQueries({
    queries: endpoints.map(({ id }) => {
      const input = { endpoint: id, since, only_failed: true };
      return {
        queryKey: ['deliveries.count_redeliverable', input],
        queryFn: () => callAct('deliveries.count_redeliverable', input),
      };
    }),
  });
  const found = counts.flatMap(({ data }, at) =>
    data === undefined ? [] : { endpoint: endpoints[at]!, ...data },
  );
  return {
    data: found.length === endpoints.length ? found : undefined,
    error: counts.find(({ error }) => error !== null)?.error ?? null,
  };
}

function Counted({ counts, hasEndpoint }: { counts: EndpointCount[] | undefined; hasEndpoint: boolean }) {
  if (!hasEndpoint) return <p className="plain">No endpoint is enabled. Enable one first.</p>;
  if (counts === undefined) return <p className="plain muted">Counting…</p>;
  const failed = counts.filter(({ deliveries }) => deliveries > 0);
  if (failed.length === 0) return <p className="plain">No delivery failed in this time.</p>;
  return (
    <div aria-live="polite">
      <ul className={styles.counts}>
        {failed.map(({ endpoint: { id, url }, by_status }) => (
          <li key={id}>
            {shortUrl(url)}
            <span className="muted">{statuses(by_status)}</span>
          </li>
        ))}
      </ul>
      <p className="plain muted">Each is sent with the same id and the same bytes. Tests are left out.</p>
    </div>
  );
}

const WORDS: Readonly<Record<string, string>> = {
  exhausted: 'failed',
  cancelled: 'cancelled',
  pending: 'waiting for the next try',
};

function statuses(by_status: Readonly<Record<string, number>>): string {
  return Object.entries(by_status)
    .map(([status, number]) => `${count(number)} ${WORDS[status] ?? status}`)
    .join(', ');
}

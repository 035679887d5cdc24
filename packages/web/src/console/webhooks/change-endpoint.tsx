// Disables, enables or removes an endpoint, after saying how many deliveries that concerns.

import { useRead } from '../../api/acts.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { CheckField } from '../../ui/field.tsx';
import { count, plural } from '../../ui/format.ts';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { type Endpoint, hostOf } from './webhook-names.ts';

export type EndpointChange = 'disable' | 'enable' | 'remove';
const MOST_COUNTED = 1000;

interface ChangeEndpointProps {
  endpoint: Endpoint;
  change: EndpointChange;
  onClose: () => void;
  onRemoved: () => void;
}

export function ChangeEndpoint({ endpoint, change, onClose, onRemoved }: ChangeEndpointProps) {
  const host = hostOf(endpoint.url);
  const open = useOpenDeliveries(endpoint);
  const input = { endpoint: endpoint.id };
  const common = { changes: ['webhooks', 'deliveries'], onClose };
  switch (change) {
    case 'disable':
      return (
        <ActDialog
          {...common}
          act="webhooks.disable"
          title={`Disable ${host}?`}
          lead={disabling(open)}
          submit="Disable"
          busy="Disabling…"
          inputOf={() => input}
        />
      );
    case 'enable':
      return (
        <ActDialog
          {...common}
          act="webhooks.enable"
          title={`Enable ${host}?`}
          lead={enabling(open)}
          submit="Enable"
          busy="Enabling…"
          fields={() => (
            <CheckField name="discard_waiting">Cancel what waits instead of sending it</CheckField>
          )}
          inputOf={(form) => ({ ...input, discard_waiting: form.get('discard_waiting') !== null })}
        />
      );
    case 'remove':
      return (
        <ActDialog
          {...common}
          act="webhooks.remove"
          title={`Remove ${host}?`}
          lead={removing(open)}
          isFinal
          submit={
            <>
              <CrossGlyph /> Remove
            </>
          }
          busy="Removing…"
          inputOf={() => input}
          onDone={() => {
            onClose();
            onRemoved();
          }}
        />
      );
  }
}

/** How many of its deliveries are not finished; null until they are counted. */
function useOpenDeliveries({ id }: Endpoint): number | null {
  const input = { endpoint: id, limit: MOST_COUNTED };
  const pending = useRead('deliveries.list', { ...input, status: 'pending' }).data;
  const waiting = useRead('deliveries.list', { ...input, status: 'waiting' }).data;
  return pending === undefined || waiting === undefined ? null : pending.data.length + waiting.data.length;
}

function disabling(open: number | null): string {
  const waits = 'until it is enabled again, for up to 30 days.';
  if (open === 0) return `Every later delivery waits ${waits}`;
  return `${openDeliveries(open)} and every later one wait ${waits}`;
}

function enabling(open: number | null): string {
  if (open === 0) return 'No delivery waits for it. It is sent every event from now on.';
  return `${openDeliveries(open)} ${open === 1 ? 'is' : 'are'} sent at once.`;
}

function removing(open: number | null): string {
  const cancelled = open === 0 ? '' : `${openDeliveries(open)} ${open === 1 ? 'is' : 'are'} cancelled. `;
  return `It cannot be brought back, and is sent nothing more. ${cancelled}Its past deliveries stay in the list for 30 days.`;
}

function openDeliveries(open: number | null): string {
  if (open === null) return 'Its open deliveries';
  if (open >= MOST_COUNTED) return `${count(MOST_COUNTED)} open deliveries or more`;
  return plural(open, 'open delivery', 'open deliveries');
}

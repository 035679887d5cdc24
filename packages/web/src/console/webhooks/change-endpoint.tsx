// Disables, enables or removes an endpoint, after saying how many deliveries that concerns.

import { useState } from 'react';
import { useAct, useRead } from '../../api/acts.ts';
import { CheckField } from '../../ui/field.tsx';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { count, plural } from '../../ui/words.ts';
import { Ask } from './ask.tsx';
import { type Endpoint, hostOf } from './words.ts';

export type EndpointChange = 'disable' | 'enable' | 'remove';
const MOST_COUNTED = 1000;
const CHANGES = ['webhooks', 'deliveries'];

export interface ChangeEndpointProps {
  endpoint: Endpoint;
  change: EndpointChange;
  onClose: () => void;
  onRemoved: () => void;
}

export function ChangeEndpoint({ endpoint, change, onClose, onRemoved }: ChangeEndpointProps) {
  const host = hostOf(endpoint.url);
  const disable = useAct('webhooks.disable', CHANGES);
  const enable = useAct('webhooks.enable', CHANGES);
  const remove = useAct('webhooks.remove', CHANGES);
  const [discards, setDiscards] = useState(false);
  const open = useOpenDeliveries(endpoint);
  const input = { endpoint: endpoint.id };
  switch (change) {
    case 'disable':
      return (
        <Ask
          title={`Disable ${host}?`}
          act="Disable"
          busy={disable.isPending && 'Disabling…'}
          onAct={() => disable.mutate(input, { onSuccess: onClose })}
          onClose={onClose}
        >
          {disabling(open)}
          {disable.error === null ? null : <ProblemBox error={disable.error} />}
        </Ask>
      );
    case 'enable':
      return (
        <Ask
          title={`Enable ${host}?`}
          act="Enable"
          busy={enable.isPending && 'Enabling…'}
          onAct={() => enable.mutate({ ...input, discard_waiting: discards }, { onSuccess: onClose })}
          onClose={onClose}
        >
          <p className="plain">{enabling(open)}</p>
          <CheckField checked={discards} onChange={({ target }) => setDiscards(target.checked)}>
            Cancel what waits instead of sending it
          </CheckField>
          {enable.error === null ? null : <ProblemBox error={enable.error} />}
        </Ask>
      );
    case 'remove':
      return (
        <Ask
          title={`Remove ${host}?`}
          isFinal
          act={
            <>
              <CrossGlyph /> Remove
            </>
          }
          busy={remove.isPending && 'Removing…'}
          onAct={() =>
            remove.mutate(input, {
              onSuccess: () => {
                onClose();
                onRemoved();
              },
            })
          }
          onClose={onClose}
        >
          {removing(open)}
          {remove.error === null ? null : <ProblemBox error={remove.error} />}
        </Ask>
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

// Reads a delivery that is shown again when there is news of it, and the endpoints when one of them began to fail or works again.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { readAgain } from '../../api/acts.ts';
import { type Delivery, useLive } from '../../api/live.ts';

/** Not with a timer: what a page does by itself would keep the session of somebody who left alive. */
export function noteOutcomes(client: QueryClient, news: readonly Delivery[]): void {
  for (const { id } of news)
    void client.invalidateQueries({ queryKey: ['deliveries.show', { delivery: id }] });
  const endpoints = client.getQueryData<AnswerOf<'webhooks.list'>>(['webhooks.list', {}])?.data ?? [];
  const isNew = news.some(({ endpoint_id, status, tries, test }) => {
    const endpoint = endpoints.find(({ id }) => id === endpoint_id);
    // Tests say nothing about the health of an endpoint.
    if (endpoint === undefined || test || tries === 0 || status === 'cancelled') return false;
    if (status === 'waiting') return endpoint.enabled;
    return (status !== 'delivered') === (endpoint.failing_since === null);
  });
  if (isNew) void readAgain(client, ['webhooks']);
}

/** For the view of the endpoints. */
export function useEndpointNews(): void {
  const client = useQueryClient();
  const again = () => void readAgain(client, ['webhooks', 'deliveries']);
  useLive({ onNews: ({ data }) => noteOutcomes(client, data), onReconnect: again, onEnd: again });
}

// Stores the attempts of deliveries: the request as sent, and the response.

import type { Context } from '@rf-indicators/core/context/context';
import type { Writes } from '@rf-indicators/core/store/store';
import { withGiven } from '@rf-indicators/core/webhooks/records';
import type { WebhookResponse } from '../sending/send.ts';
import type { Claimed } from './claims.ts';

export interface Outcome {
  claimed: Claimed;
  requestHeaders: Record<string, string>;
  startedAt: number;
  finishedAt: number;
  response: WebhookResponse;
}

export function isSuccess({ response: { code } }: Pick<Outcome, 'response'>): boolean {
  return code !== null && code >= 200 && code < 300;
}

export async function writeAttempts(
  { store: { kind } }: Context,
  writes: Writes,
  outcomes: readonly Outcome[],
): Promise<void> {
  const rows = outcomes.map(({ claimed, startedAt, finishedAt, requestHeaders, response }) => ({
    endpoint_id: claimed.endpointId,
    event_id: claimed.eventId,
    started_at: startedAt,
    finished_at: finishedAt,
    url: claimed.url,
    request_headers: JSON.stringify(requestHeaders),
    code: response.code,
    response_headers: response.headers && JSON.stringify(response.headers),
    // PostgreSQL does not allow null characters in text.
    response_body: response.body?.replaceAll('\0', '\ufffd') ?? null,
    error: response.error,
  }));
  const columns = {
    endpoint_id: 'text',
    event_id: 'text',
    started_at: 'bigint',
    finished_at: 'bigint',
    url: 'text',
    request_headers: 'text',
    code: 'bigint',
    response_headers: 'text',
    response_body: 'text',
    error: 'text',
  } as const;
  const names = Object.keys(columns).join(', ');
  const statement = `insert into webhook_attempts (${names}) select ${names} from given where true
    on conflict do nothing`;
  await withGiven(kind, writes, columns, rows, statement);
}

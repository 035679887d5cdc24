// One try of a delivery, as it was: what was sent, and what came back.

import { sql } from 'kysely';
import type { Desk } from '../publishing/desk.ts';
import type { Writes } from '../store/store.ts';
import type { Claimed } from './claims.ts';
import { recordsFrom } from './records.ts';
import type { WebhookResponse } from './send.ts';

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
  { store: { kind } }: Desk,
  writes: Writes,
  outcomes: readonly Outcome[],
): Promise<void> {
  const rows = outcomes.map(({ claimed, startedAt, finishedAt, requestHeaders, response }) => ({
    delivery_id: claimed.id,
    started_at: startedAt,
    finished_at: finishedAt,
    url: claimed.url,
    request_headers: JSON.stringify(requestHeaders),
    code: response.code,
    response_headers: response.headers && JSON.stringify(response.headers),
    // PostgreSQL keeps no zero characters in texts.
    response_body: response.body?.replaceAll('\0', '\ufffd') ?? null,
    error: response.error,
  }));
  const columns = {
    delivery_id: 'text',
    started_at: 'bigint',
    finished_at: 'bigint',
    url: 'text',
    request_headers: 'text',
    code: 'bigint',
    response_headers: 'text',
    response_body: 'text',
    error: 'text',
  } as const;
  const names = sql.raw(Object.keys(columns).join(', '));
  await sql`insert into webhook_attempts (${names}) select ${names} from ${recordsFrom(kind, rows, columns, 'a')}
    where true on conflict do nothing`.execute(writes);
}

// The webhooks of the fictional Enterprise customer: an endpoint that works, with one delivery that needed a retry, and one
// that failed for five days and was disabled, so that deliveries wait. Their addresses exist nowhere, and nothing is sent.

import type { SubscribableEventType } from '@rf-indicators/contract';
import type { Member } from '@rf-indicators/core/accounts/members';
import { readSigningSecret } from '@rf-indicators/core/accounts/signing-secret';
import type { Context } from '@rf-indicators/core/context/context';
import type { MasterKey } from '@rf-indicators/core/secrets/master-key';
import type { Database } from '@rf-indicators/core/store/schema';
import type { Writes } from '@rf-indicators/core/store/store';
import { disableFailing } from '@rf-indicators/core/webhooks/endpoint-state';
import { addEndpoint } from '@rf-indicators/core/webhooks/endpoints';
import { MessageProof } from '@rf-indicators/core/webhooks/message-proof';
import { FAILING_MS, RETRY_DELAYS_MS } from '@rf-indicators/core/webhooks/schedule';
import { writeDeliveries, writeMessages } from '@rf-indicators/core/webhooks/write-deliveries';
import { bodyText, EventPayload, type EventRow, newestCheckpoint } from '../rendering/events/payload.ts';
import { signatureHeaders, signingKey } from '../webhooks/sending/signature.ts';
import { demoDisclosure } from './disclosure.ts';

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
/** Deliveries are kept for 30 days, and the oldest here must not disappear while somebody looks at them. */
const TOLD_FROM = 25 * DAY;
const ANSWERED_IN = 180;
/** The host names of the demo have no address. Any public one passes the check, and nobody connects to it. */
const PUBLIC_ADDRESS = '93.184.215.14';
interface DemoEndpoint {
  url: string;
  description: string;
  event_types: SubscribableEventType[];
  /** Slugs; all providers if empty. */
  providers: string[];
  fails: boolean;
}

const ENDPOINTS: readonly DemoEndpoint[] = [
  {
    url: 'https://hooks.brackenmoor.example/rf/credit-desk',
    description: 'Credit desk: every move of a score',
    event_types: [
      'score.published',
      'score.changed',
      'score.drifted',
      'band.changed',
      'score.corrected',
      'score.withdrawn',
      'score.stale',
      'score.stale_ended',
    ],
    providers: [],
    fails: false,
  },
  {
    url: 'https://archive.brackenmoor.example/rf',
    description: 'Archive of the lending book',
    event_types: ['score.renewed', 'issuance.new', 'issuance.status_changed'],
    providers: ['brindlewick-vaults', 'quillmere-bitcoin-bonds'],
    fails: true,
  },
];

type Attempt = Database['webhook_attempts'];

interface Told {
  status: 'delivered' | 'exhausted' | 'waiting';
  attempts: { startedAt: number; code: number; body: string }[];
}

export async function prepareWebhookHistory(
  context: Context,
  masterKey: MasterKey,
  admin: Member,
): Promise<void> {
  const now = context.clock();
  const { id: workspaceId } = admin.workspace;
  const key = signingKey(await readSigningSecret(context.store.db, masterKey, workspaceId));
  const proof = new MessageProof(masterKey);
  const created = { ...context, clock: () => now - TOLD_FROM };
  const rules = { allowLoopback: false, resolve: async () => [PUBLIC_ADDRESS] };
  for (const { fails, ...wanted } of ENDPOINTS) {
    const endpoint = await addEndpoint(created, admin, rules, wanted);
    const events = await eventsFor(context, endpoint, now - TOLD_FROM);
    const outage = fails ? outageOf(events) : null;
    const rendering = {
      checkpoint: await newestCheckpoint(context.store.db),
      disclosure: demoDisclosure(),
    };
    await context.store.transaction(async (writes) => {
      for (const [at, event] of events.entries()) {
        const { id, type, seq, provider_id, created_at: createdAt } = event;
        const data = await new EventPayload(event, rendering).dataText(writes, true);
        const body = bodyText({ id, type, createdAt, workspaceId, isTest: false }, data);
        const message = { workspace_id: workspaceId, event_id: id, type, provider_id, seq, is_test: 0, body };
        const proved = { ...message, mac: proof.macOf(message) };
        await writeMessages(context.store.kind, writes, [proved], createdAt);
        const told =
          outage !== null && createdAt >= outage.from
            ? failed(createdAt, outage.disabledAt)
            : arrived(createdAt, at === events.length - 1);
        const headers = (startedAt: number) =>
          signatureHeaders([key], id, Math.floor(startedAt / SECOND), Buffer.from(body));
        await writeDelivery(context, writes, { endpoint, event, told, headers });
      }
      if (outage === null) return;
      const { disabledAt } = outage;
      const failing_since = outage.from + SECOND + ANSWERED_IN;
      await writes
        .updateTable('webhook_endpoints')
        .set({ failing_since })
        .where('id', '=', endpoint.id)
        .execute();
      const then = { ...context, clock: () => disabledAt };
      await disableFailing(then, writes, { ...endpoint, failing_since }, 'failing', disabledAt);
    });
  }
}

interface Outage {
  from: number;
  disabledAt: number;
}

/** The newest event fails more than five days after an earlier one failed, which disables the endpoint. */
function outageOf(events: readonly EventRow[]): Outage | null {
  const newest = events.at(-1)?.created_at ?? 0;
  const first = events.findLast(({ created_at }) => created_at < newest - FAILING_MS);
  if (first === undefined) return null;
  return { from: first.created_at, disabledAt: newest + SECOND + ANSWERED_IN };
}

/** Oldest first. */
function eventsFor(
  { store: { db } }: Context,
  { event_types, provider_ids }: { event_types: readonly string[]; provider_ids: readonly string[] },
  since: number,
): Promise<EventRow[]> {
  let query = db
    .selectFrom('events')
    .selectAll()
    .where('created_at', '>=', since)
    .where('workspace_id', 'is', null)
    .where('type', 'in', event_types as SubscribableEventType[]);
  if (provider_ids.length > 0) query = query.where('provider_id', 'in', [...provider_ids]);
  return query.orderBy('seq').execute();
}

/** The newest one at the second attempt. */
function arrived(createdAt: number, isNewest: boolean): Told {
  const first = createdAt + SECOND;
  const success = { code: 204, body: '' };
  if (!isNewest) return { status: 'delivered', attempts: [{ startedAt: first, ...success }] };
  const unavailable = { startedAt: first, code: 503, body: '{"error":"deploying"}' };
  const again = first + ANSWERED_IN + RETRY_DELAYS_MS[0]!;
  return { status: 'delivered', attempts: [unavailable, { startedAt: again, ...success }] };
}

/** Retried on schedule: exhausted if all attempts were made before the endpoint was disabled, and waiting otherwise. */
function failed(createdAt: number, disabledAt: number): Told {
  const attempts: Told['attempts'] = [];
  let startedAt = createdAt + SECOND;
  for (const delay of [...RETRY_DELAYS_MS, null]) {
    if (startedAt >= disabledAt) break;
    attempts.push({ startedAt, code: 500, body: '{"error":"disk full"}' });
    if (delay === null) return { status: 'exhausted', attempts };
    startedAt += ANSWERED_IN + delay;
  }
  return { status: 'waiting', attempts };
}

interface ToldDelivery {
  endpoint: { id: string; url: string };
  event: EventRow;
  told: Told;
  headers: (startedAt: number) => Record<string, string>;
}

async function writeDelivery(
  { store: { kind } }: Context,
  writes: Writes,
  { endpoint, event, told: { status, attempts }, headers }: ToldDelivery,
): Promise<void> {
  const key = { endpoint_id: endpoint.id, event_id: event.id };
  await writeDeliveries(kind, writes, [{ ...key, status: 'waiting' }], event.created_at);
  const last = attempts.at(-1)!;
  const finishedAt = last.startedAt + ANSWERED_IN;
  await writes
    .updateTable('webhook_deliveries')
    .set({ status, step: attempts.length, tries: attempts.length, due_at: finishedAt, last_code: last.code })
    .set({ finished_at: status === 'waiting' ? null : finishedAt })
    .where('endpoint_id', '=', key.endpoint_id)
    .where('event_id', '=', key.event_id)
    .execute();
  const rows = attempts.map(
    ({ startedAt, code, body }): Attempt => ({
      ...key,
      started_at: startedAt,
      finished_at: startedAt + ANSWERED_IN,
      url: endpoint.url,
      request_headers: JSON.stringify({ 'content-type': 'application/json', ...headers(startedAt) }),
      code,
      response_headers: JSON.stringify({ 'content-length': String(body.length) }),
      response_body: body,
      error: null,
    }),
  );
  await writes.insertInto('webhook_attempts').values(rows).execute();
}

// Tests: any event type in its real shape, marked, so that a receiver can be tried before something happens. The newest
// event of the type lends its content; where there was none yet, a sample does.

import { entitlementsOf, WEBHOOK_EVENT_TYPES, type WebhookEventType } from '@rf-indicators/contract';
import { type Desk, Refusal, recordAct } from '../publishing/desk.ts';
import type { Writes } from '../store/store.ts';
import { KEY_HOLDERS } from '../workspaces/keys.ts';
import { actingMember, type Member } from '../workspaces/members.ts';
import { requireEndpoint, subjectOf } from './endpoints.ts';
import { bodyText, EventPayload, newestCheckpoint } from './payload.ts';
import { sampleData } from './sample-events.ts';
import { writeDeliveries, writeMessages } from './write-deliveries.ts';

/** Tried once, at once; gives the delivery's id. */
export function sendTest(
  desk: Desk,
  member: Member,
  which: string,
  type: string,
  disclosure: string,
): Promise<string> {
  return desk.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, ...KEY_HOLDERS);
    const endpoint = await requireEndpoint(writes, workspace.id, which);
    if (!isEventType(type)) {
      const all = WEBHOOK_EVENT_TYPES.join(', ');
      throw new Refusal('validation_failed', `"${type}" is no event type. They are ${all}.`);
    }
    if (!endpoint.enabled) {
      throw new Refusal('conflict', 'The endpoint is disabled. Enable it first: rf webhooks enable.');
    }
    const now = desk.clock();
    const eventId = desk.newId();
    const isEntitled = entitlementsOf(workspace.tier, workspace.entitlements).includes('scores');
    const dataText = await testData(writes, type, isEntitled, disclosure);
    const envelope = { id: eventId, type, createdAt: now, workspaceId: workspace.id, isTest: true };
    const message = {
      workspace_id: workspace.id,
      event_id: eventId,
      type,
      provider_id: null,
      seq: JSON.parse(dataText).sequence as number,
      is_test: 1,
      body: bodyText(envelope, dataText),
    };
    await writeMessages(desk.store.kind, writes, [message], now);
    const delivery = { endpoint_id: endpoint.id, workspace_id: workspace.id, event_id: eventId };
    const [id] = await writeDeliveries(desk, writes, [{ ...delivery, status: 'pending' }], now);
    await recordAct(desk, writes, member, 'webhook.tested', subjectOf(endpoint), null, {
      type,
      delivery: id,
    });
    return id!;
  });
}

function isEventType(type: string): type is WebhookEventType {
  return WEBHOOK_EVENT_TYPES.includes(type as WebhookEventType);
}

async function testData(
  writes: Writes,
  type: WebhookEventType,
  isEntitled: boolean,
  disclosure: string,
): Promise<string> {
  const checkpoint = await newestCheckpoint(writes);
  const newest = writes.selectFrom('events').selectAll().orderBy('seq', 'desc').limit(1);
  const event =
    type === 'webhook.test' ? undefined : await newest.where('type', '=', type).executeTakeFirst();
  if (event !== undefined)
    return new EventPayload(event, { checkpoint, disclosure }).dataText(writes, isEntitled);
  const sequence = (await newest.executeTakeFirst())?.seq ?? 0;
  return JSON.stringify(sampleData(type, { sequence, checkpoint, disclosure, isEntitled }));
}

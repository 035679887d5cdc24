// Test events of any type, in their real form but marked as tests, so that a receiver can be tested before real events
// occur. The content comes from the newest event of the type or, if there is none, from a sample.

import { entitlementsOf, WEBHOOK_EVENT_TYPES, type WebhookEventType } from '@rf-indicators/contract';
import { actingMember, type Member } from '../accounts/members.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import type { Queries, Writes } from '../store/store.ts';
import { deliveryId } from './delivery-ids.ts';
import { requireEndpoint, subjectOf } from './endpoints.ts';
import { writeDeliveries, writeMessages } from './write-deliveries.ts';

/** The event that a test sends. */
export interface TestEvent {
  id: string;
  type: WebhookEventType;
  createdAt: number;
  workspaceId: string;
  /** Whether the workspace is entitled to the detail of scores. */
  isEntitled: boolean;
}

/** Renders the body of a test event, and returns it with the sequence number that it uses. */
export type RenderTestEvent = (
  db: Queries | Writes,
  event: TestEvent,
) => Promise<{ sequence: number; body: string }>;

/** Sent immediately, with one attempt. Returns the id of the delivery. */
export function sendTest(
  context: Context,
  member: Member,
  which: string,
  type: string,
  render: RenderTestEvent,
): Promise<string> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'webhooks.test');
    const endpoint = await requireEndpoint(writes, workspace.id, which);
    if (!isEventType(type)) {
      const all = WEBHOOK_EVENT_TYPES.join(', ');
      throw new Refusal('validation_failed', `"${type}" is not an event type. Event types are ${all}.`);
    }
    if (!endpoint.enabled) {
      throw new Refusal('conflict', 'The endpoint is disabled. Enable it first: rf webhooks enable.');
    }
    const now = context.clock();
    const eventId = context.newId();
    const isEntitled = entitlementsOf(workspace.tier, workspace.entitlements).includes('scores');
    const event = { id: eventId, type, createdAt: now, workspaceId: workspace.id, isEntitled };
    const { sequence, body } = await render(writes, event);
    const message = {
      workspace_id: workspace.id,
      event_id: eventId,
      type,
      provider_id: null,
      seq: sequence,
      is_test: 1,
      body,
      // The sender renders it again: it has the key that proves bodies.
      mac: null,
    };
    await writeMessages(context.store.kind, writes, [message], now);
    const delivery = { endpoint_id: endpoint.id, event_id: eventId, status: 'pending' } as const;
    await writeDeliveries(context.store.kind, writes, [delivery], now);
    const id = deliveryId(endpoint.id, eventId);
    await recordAct(context, writes, member, 'webhook.tested', subjectOf(endpoint), null, {
      type,
      delivery: id,
    });
    return id;
  });
}

export function isEventType(type: string): type is WebhookEventType {
  return WEBHOOK_EVENT_TYPES.includes(type as WebhookEventType);
}

// Workspaces with endpoints, events to tell them of, and deliverers with a sender that the test makes up.

import type { TestContext } from 'node:test';
import { LIMITATIONS_DISCLOSURE } from '@rf-indicators/contract';
import type { Member } from '@rf-indicators/core/accounts/members';
import type { Context } from '@rf-indicators/core/context/context';
import { writeEvent } from '@rf-indicators/core/events/write-event';
import type { MasterKey } from '@rf-indicators/core/secrets/master-key';
import { addEndpoint, type Endpoint, type WantedEndpoint } from '@rf-indicators/core/webhooks/endpoints';
import type { TargetRules } from '@rf-indicators/core/webhooks/target-check';
import { cleanUp } from '../../../../test/support/lifetime.ts';
import { Deliverer, type DelivererOptions } from '../../src/webhooks/queue/delivery.ts';
import type { Send, WebhookRequest, WebhookResponse } from '../../src/webhooks/sending/send.ts';

/** Every name is at a public address; this machine itself is taken too. */
export const anywhere: TargetRules = { allowLoopback: true, resolve: async () => ['93.184.215.14'] };

export function response(code: number | null, more: Partial<WebhookResponse> = {}): WebhookResponse {
  const error = code === null ? 'ECONNREFUSED' : null;
  return {
    code,
    headers: code === null ? null : {},
    body: code === null ? null : '',
    error,
    hung: false,
    ...more,
  };
}

export function subscribe(
  desk: Context,
  member: Member,
  wanted: Partial<WantedEndpoint> = {},
): Promise<Endpoint> {
  return addEndpoint(desk, member, anywhere, { url: 'https://receiver.example.org/hook', ...wanted });
}

/** An event that stands on nothing else in the store. */
export async function happen(desk: Context, count = 1, providerId: string | null = null): Promise<string[]> {
  const ids: string[] = [];
  await desk.store.transaction(async (writes) => {
    ids.length = 0;
    for (let made = 0; made < count; made += 1) {
      const withId: Context = {
        ...desk,
        newId: () => {
          ids.push(desk.newId());
          return ids.at(-1)!;
        },
      };
      await writeEvent(withId, writes, 'issuance.new', providerId, issuance());
    }
  });
  return ids;
}

function issuance() {
  return {
    id: '00000000-0000-7000-8000-00000000abcd',
    issuer_name: 'Issuer',
    provider_id: null,
    name: 'Series A',
    ticker: null,
    type: 'bond' as const,
    status: 'ANNOUNCED' as const,
    currency: 'USD',
    amount: 1000,
    coupon_rate: null,
    price: null,
    announced_on: '2026-04-01',
    pricing_on: null,
    settles_on: null,
    source_url: null,
    updated_at: '2026-04-01T09:00:00.000Z',
  };
}

export interface Sent extends WebhookRequest {
  at: number;
}

export interface FakeDelivery {
  deliverer: Deliverer;
  sent: Sent[];
  /** Sends everything that is due at the clock's time. */
  deliver(): Promise<void>;
}

/** `answer` says how the receiver takes it. */
export function fakeDelivery(
  desk: Context,
  masterKey: MasterKey,
  t: TestContext,
  answer: (request: WebhookRequest) => WebhookResponse | Promise<WebhookResponse> = () => response(200),
  options: Partial<DelivererOptions> = {},
): FakeDelivery {
  const sent: Sent[] = [];
  const send: Send = async (request) => {
    sent.push({ ...request, at: desk.clock() });
    return answer(request);
  };
  const deliverer = newDeliverer(desk, masterKey, send, t, options);
  return {
    deliverer,
    sent,
    deliver: async () => {
      deliverer.wake();
      await deliverer.settled();
    },
  };
}

/** An error of its own fails the test. */
export function newDeliverer(
  desk: Context,
  masterKey: MasterKey,
  send: Send,
  t: TestContext,
  options: Partial<DelivererOptions> = {},
): Deliverer {
  const errors: unknown[] = [];
  const deliverer = new Deliverer({
    context: desk,
    masterKey,
    send,
    random: () => 0.5,
    disclosure: LIMITATIONS_DISCLOSURE,
    onError: (error) => errors.push(error),
    ...options,
  });
  cleanUp(t, async () => {
    await deliverer.stop();
    if (errors.length > 0) throw errors[0];
  });
  return deliverer;
}

export function deliveriesOf({ store }: Context) {
  return store.db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .orderBy('endpoint_id')
    .orderBy('event_id')
    .execute();
}

// Workspaces with endpoints, and deliverers with a sender that the test makes up.

import type { TestContext } from 'node:test';
import { LIMITATIONS_DISCLOSURE } from '@rf-indicators/contract';
import type { Member } from '@rf-indicators/core/accounts/members';
import type { Context } from '@rf-indicators/core/context/context';
import type { MasterKey } from '@rf-indicators/core/secrets/master-key';
import { addEndpoint, type Endpoint, type WantedEndpoint } from '@rf-indicators/core/webhooks/endpoints';
import { cleanUp } from '../../../../test/support/lifetime.ts';
import { Deliverer, type DelivererOptions } from '../../src/webhooks/queue/delivery.ts';
import type { Send, WebhookRequest, WebhookResponse } from '../../src/webhooks/sending/send.ts';
import { anywhere, happen, response } from './sample-events.ts';

export { anywhere, happen, response };

export function subscribe(
  desk: Context,
  member: Member,
  wanted: Partial<WantedEndpoint> = {},
): Promise<Endpoint> {
  return addEndpoint(desk, member, anywhere, { url: 'https://receiver.example.org/hook', ...wanted });
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

// Attempts to have something signed for a customer that the desk never recorded.

import { LIMITATIONS_DISCLOSURE } from '@rf-indicators/contract';
import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { addEndpoint } from '@rf-indicators/core/webhooks/endpoints';
import { Deliverer } from '../../packages/server/src/webhooks/queue/delivery.ts';
import { anywhere, happen, response } from '../../packages/server/test/webhooks/sample-events.ts';
import { Forger } from '../../test/support/forger.ts';
import type { Attempt, Things } from './attempt.ts';
import type { Desk } from './desk.ts';
import type { Forge } from './written-rows.ts';

const FORGED = 'FORGED';
const UNKNOWN = '00000000-0000-7000-8000-0000000f0f0f';
const QUEUE = [
  'webhook_messages',
  'webhook_deliveries',
  'webhook_attempts',
  'webhook_cursor',
  'webhook_endpoints',
];

/** Sends everything that is due, and returns the bodies. The receiver answers with this status. */
async function deliver({ context, services }: Desk, status: number): Promise<string[]> {
  const bodies: string[] = [];
  const deliverer = new Deliverer({
    context,
    masterKey: services.masterKey(),
    send: async ({ body }) => {
      bodies.push(body.toString());
      return response(status);
    },
    random: () => 0.5,
    disclosure: LIMITATIONS_DISCLOSURE,
    // That an event was altered is reported, and the others are sent.
    onError: () => undefined,
  });
  deliverer.wake();
  await deliverer.settled();
  await deliverer.stop();
  return bodies;
}

/** A customer with an endpoint, to whom an event is sent that has not arrived yet. */
async function undelivered(desk: Desk): Promise<Things> {
  const { context, services, people } = desk;
  const wanted = { name: 'Acorn', tier: 'ENTERPRISE' } as const;
  const { claim } = await createWorkspace(context, people.operator.actor, services.masterKey(), wanted);
  const { member } = await claimWorkspace(context, services.masterKey(), { code: claim.code, name: 'Ada' });
  await addEndpoint(context, member, anywhere, { url: 'https://receiver.example.org/hook' });
  await deliver(desk, 200);
  const [event] = await happen(context);
  return { event: event! };
}

function sending(title: string, refusal: string, isSentFirst: boolean, forge: Forge): Attempt {
  return {
    title,
    by: 'nobody',
    prepare: async (desk) => {
      const things = await undelivered(desk);
      if (isSentFirst) await deliver(desk, 500);
      await forge(await Forger.at(desk.context.store), desk, things);
      desk.moveBy(5000);
      return things;
    },
    otherwise: [
      'outcome',
      async (desk) => {
        const bodies = await deliver(desk, 200);
        if (bodies.some(isForged)) return;
        const isAdded = bodies.some((body) => body.includes(UNKNOWN));
        const said = isAdded ? A_TEST : bodies.length > 0 ? GENUINE : NOTHING;
        throw new Refusal('conflict', said);
      },
    ],
    refusal,
    leaves: QUEUE,
  };
}

const GENUINE = 'The customer is sent the event as it was recorded.';
const NOTHING = 'Nothing is sent to the customer.';
const A_TEST = 'What was added is sent as a test with made-up data, which says so.';

/** Of a test no event is recorded, so its body is always marked. */
function isForged(body: string): boolean {
  const { id, test } = JSON.parse(body) as { id: string; test?: boolean };
  return body.includes(FORGED) || (id === UNKNOWN && test !== true);
}

export const FORGED_WEBHOOKS: Attempt[] = [
  sending(
    'Have another body signed for a customer, after editing the message that waits',
    GENUINE,
    true,
    async (forger) => {
      for (const row of await forger.rowsOf('webhook_messages')) {
        const body = String(row.body).replace('Series A', FORGED);
        if (body === row.body) throw new Error('the body should have changed');
        await forger.change('webhook_messages', row, { body });
      }
      return undefined;
    },
  ),
  sending(
    'Have an event sent to a customer that was edited in the database',
    NOTHING,
    false,
    async (forger, _, { event }) => {
      const row = (await forger.rowsOf('events')).find(({ id }) => id === event)!;
      await forger.change('events', row, { data: String(row.data).replace('Series A', FORGED) });
      return undefined;
    },
  ),
  sending(
    'Have an event sent to a customer that was added to the database',
    NOTHING,
    false,
    async (forger, _, { event }) => {
      const row = (await forger.rowsOf('events')).find(({ id }) => id === event)!;
      const data = String(row.data).replace('Series A', FORGED);
      await forger.insert('events', { ...row, id: UNKNOWN, seq: Number(row.seq) + 1, data });
      return undefined;
    },
  ),
  sending(
    'Have a message sent to a customer that was added to those that wait',
    A_TEST,
    true,
    async (forger) => {
      const [message] = await forger.rowsOf('webhook_messages');
      const [delivery] = await forger.rowsOf('webhook_deliveries');
      const body = String(message!.body).replace('Series A', FORGED);
      await forger.insert('webhook_messages', { ...message!, body, event_id: UNKNOWN });
      await forger.insert('webhook_deliveries', { ...delivery!, event_id: UNKNOWN });
      return undefined;
    },
  ),
];

// A claim is good for as long as its lease: what its holder does too late counts for nothing, and takes nothing from
// whoever has it now.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachStore } from '../../../../test/support/stores.ts';
import { until } from '../../../../test/support/until.ts';
import { claimed, customers } from '../../../../test/support/workspace-fixture.ts';
import type { Outcome } from '../../src/webhooks/queue/attempts.ts';
import { OutcomeRecorder } from '../../src/webhooks/queue/outcome-recorder.ts';
import type { WebhookResponse } from '../../src/webhooks/sending/send.ts';
import { deliveriesOf, fakeDelivery, happen, response, subscribe } from './subscribers.ts';

const LEASE_MS = 60_000;

/** A receiver that answers when the test says so. */
function patientReceiver() {
  const waiting: ((response: WebhookResponse) => void)[] = [];
  return {
    take: () => new Promise<WebhookResponse>((resolve) => waiting.push(resolve)),
    answer: (code: number) => waiting.shift()!(response(code)),
    isAsked: () => until('it is asked', () => waiting.length > 0),
  };
}

onEachStore('an outcome that comes after its lease counts for nothing', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, masterKey } = given;
  const { member } = await claimed(given);
  await subscribe(desk, member);
  await happen(desk);
  const [slow, quick] = [patientReceiver(), patientReceiver()];
  // Its clock stands still for a while, so that it does not claim the delivery again itself.
  let lateNow = desk.now;
  const late = fakeDelivery({ ...desk, clock: () => lateNow }, masterKey, t, slow.take);
  late.deliverer.wake();
  await slow.isAsked();
  desk.now += LEASE_MS;
  const next = fakeDelivery(desk, masterKey, t, quick.take);
  next.deliverer.wake();
  await quick.isAsked();

  lateNow = desk.now;
  slow.answer(500);
  await late.deliverer.settled();
  const [underWay] = await deliveriesOf(desk);
  assert.deepEqual([underWay!.status, underWay!.tries], ['pending', 0]);
  assert.notEqual(underWay!.claim, null, 'the other one still has it');
  quick.answer(200);
  await next.deliverer.settled();
  const [done] = await deliveriesOf(desk);
  assert.deepEqual([done!.status, done!.tries, done!.last_code], ['delivered', 1, 200]);
});

onEachStore(
  'a delivery close to the end of its lease is not sent, and becomes due again',
  async (kind, t) => {
    const given = await customers(kind, t);
    const { desk, masterKey } = given;
    const { member } = await claimed(given);
    await subscribe(desk, member);
    const ids = await happen(desk, 3);
    const receiver = patientReceiver();
    const isFirst = (id: string | undefined) => id === sent[0]?.headers['webhook-id'];
    const { deliverer, sent, deliver } = fakeDelivery(desk, masterKey, t, ({ headers }) =>
      isFirst(headers['webhook-id']) ? receiver.take() : response(200),
    );
    deliverer.wake();
    await receiver.isAsked();
    desk.now += (LEASE_MS * 2) / 3 + 1;
    receiver.answer(200);
    await deliverer.settled();
    assert.equal(sent.length, 1, 'a new endpoint gets one at a time, and now it is too late for the others');

    desk.now += LEASE_MS;
    await deliver();
    assert.deepEqual(sent.map(({ headers }) => headers['webhook-id']).sort(), ids.toSorted());
  },
);

test('outcomes that could not be recorded are recorded later, in their order', async () => {
  const outcomes = [1, 2, 3].map((startedAt) => ({ startedAt }) as Outcome);
  const recorded: Outcome[] = [];
  const errors: unknown[] = [];
  let isDown = true;
  const recorder = new OutcomeRecorder({
    record: async (some) => {
      if (isDown) throw new Error('the store is down');
      recorded.push(...some);
    },
    onError: (error) => errors.push(error),
  });
  recorder.add(outcomes[0]!, true);
  recorder.add(outcomes[1]!, false);
  await until('it was tried', () => errors.length > 0);
  // It is tried again and again: a slow machine may come to the second attempt before this line.
  assert.deepEqual([recorded.length, recorder.isEmpty], [0, false]);
  isDown = false;
  recorder.add(outcomes[2]!, false);
  await recorder.close();
  assert.deepEqual(recorded, outcomes);
});

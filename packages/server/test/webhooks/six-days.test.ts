// Six days with receivers that fail in random ways, by a clock that is moved from one due time to the next. Many
// receivers live through them at once, each with chances of its own.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Member } from '@rf-indicators/core/accounts/members';
import { enableEndpoint } from '@rf-indicators/core/webhooks/endpoint-state';
import { type Endpoint, listEndpoints } from '@rf-indicators/core/webhooks/endpoints';
import { redeliverSince } from '@rf-indicators/core/webhooks/redelivery';
import {
  FAILING_MS,
  JITTER,
  LONGEST_RETRY_AFTER_MS,
  RETRY_DELAYS_MS,
} from '@rf-indicators/core/webhooks/schedule';
import { cases, seededNumbers } from '../../../../test/support/counts.ts';
import { claimed, customers } from '../../../../test/support/workspace-fixture.ts';
import type { WebhookRequest, WebhookResponse } from '../../src/webhooks/sending/send.ts';
import { deliveriesOf, fakeDelivery, happen, response, type Sent, subscribe } from './subscribers.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const RECEIVERS_AT_ONCE = cases(8, 25);
const EVENTS = 8;

/** How a receiver does: it is down from an instant on, for six days, and answers at random until it is well. */
interface Receiver {
  member: Member;
  endpoint: Endpoint;
  begins: number;
  recovers: number;
  chance: (below: number) => number;
  /** Of a hundred tries while it is down, so many are taken all the same. */
  luck: number;
  tries: (Sent & { response: WebhookResponse })[];
}

function failure(chance: Receiver['chance']): WebhookResponse {
  const code = [400, 404, 429, 500, 502, 503, 301, 307, null, null][chance(10)]!;
  if (code === null) return response(null, { hung: chance(2) === 0 });
  const headers: Record<string, string> = {};
  if (chance(5) === 0) headers['retry-after'] = String(chance(3) === 0 ? chance(400_000) : chance(600));
  return response(code, { headers });
}

/** Gives how many endpoints were disabled and how many deliveries exhausted. */
async function sixDays(world: number, t: TestContext): Promise<{ disabled: number; exhausted: number }> {
  const given = await customers('sqlite', t);
  const { desk, masterKey } = given;
  const begun = desk.now;
  const receivers: Receiver[] = [];
  for (let seed = 0; seed < RECEIVERS_AT_ONCE; seed += 1) {
    const chance = seededNumbers(50_000 + world * RECEIVERS_AT_ONCE + seed);
    const { member } = await claimed(given, { name: `Workspace ${seed}` });
    const endpoint = await subscribe(desk, member, { url: `https://receiver.example.org/${seed}` });
    const begins = begun + chance(12) * HOUR;
    const luck = chance(3) === 0 ? chance(20) : 0;
    receivers.push({ member, endpoint, begins, recovers: begins + 6 * DAY, chance, luck, tries: [] });
  }
  const byUrl = new Map(receivers.map((receiver) => [receiver.endpoint.url, receiver]));
  const answer = (request: WebhookRequest) => {
    const receiver = byUrl.get(request.url)!;
    const { begins, recovers, chance, luck, tries } = receiver;
    const isDown = desk.now >= begins && desk.now < recovers;
    const told = isDown && chance(100) >= luck ? failure(chance) : response(200 + chance(7));
    tries.push({ ...request, at: desk.now, response: told });
    return told;
  };
  const jitter = seededNumbers(90_000 + world);
  const { deliver } = fakeDelivery(desk, masterKey, t, answer, { random: () => jitter(1e9) / 1e9 });

  const eventTimes = Array.from({ length: EVENTS }, () => begun + jitter(6 * 24) * HOUR).sort(
    (a, b) => a - b,
  );
  const happened: string[] = [];
  const end = begun + 13 * DAY;
  for (;;) {
    await deliver();
    const due = await desk.store.db
      .selectFrom('webhook_deliveries')
      .select(({ fn }) => fn.min('due_at').as('at'))
      .where('status', '=', 'pending')
      .executeTakeFirst();
    const next = Math.min(due?.at ?? Number.POSITIVE_INFINITY, eventTimes[0] ?? Number.POSITIVE_INFINITY);
    if (next > end) break;
    desk.now = Math.max(desk.now, next);
    if (eventTimes[0] === next) {
      eventTimes.shift();
      happened.push(...(await happen(desk)));
    }
  }
  desk.now = end;
  for (const receiver of receivers) {
    await checkSchedule(receiver, desk);
    await checkNothingInvented(receiver, happened);
  }
  // The receivers are well again: what waits is sent, what is exhausted is redelivered on demand.
  let disabled = 0;
  for (const { member, endpoint } of receivers) {
    const [now] = await listEndpoints(desk.store.db, member.workspace.id);
    if (now!.enabled) continue;
    disabled += 1;
    await enableEndpoint(desk, member, endpoint.id);
  }
  await deliver();
  const exhausted = (await deliveriesOf(desk)).filter(({ status }) => status === 'exhausted').length;
  const open = (await deliveriesOf(desk)).filter(
    ({ status }) => status !== 'delivered' && status !== 'exhausted',
  );
  assert.deepEqual(open, []);
  for (const { member, endpoint } of receivers) {
    await redeliverSince(desk, member, { endpoint: endpoint.id, since: begun, only_failed: true });
  }
  await deliver();
  for (const receiver of receivers) checkAllArrived(receiver, happened);
  const deliveries = await deliveriesOf(desk);
  assert.equal(deliveries.length, receivers.length * EVENTS, 'one delivery for each event and receiver');
  assert.ok(deliveries.every(({ status, claim }) => status === 'delivered' && claim === null));
  return { disabled, exhausted };
}

function isSuccess({ response: { code } }: Receiver['tries'][number]): boolean {
  return code !== null && code >= 200 && code < 300;
}

/** Each try of a delivery comes when the schedule says, and the endpoint is disabled when it should be. */
async function checkSchedule({ endpoint, member, tries }: Receiver, desk: Context): Promise<void> {
  let failingSince: number | null = null;
  let disabledAt: number | null = null;
  const byEvent = Map.groupBy(tries, ({ headers }) => headers['webhook-id']!);
  for (const one of tries) {
    assert.ok(disabledAt === null || one.at === disabledAt, 'nothing is sent to a disabled endpoint');
    if (isSuccess(one)) failingSince = null;
    else {
      failingSince ??= one.at;
      if (one.at - failingSince >= FAILING_MS) disabledAt ??= one.at;
    }
  }
  const [now] = await listEndpoints(desk.store.db, member.workspace.id);
  assert.equal(now!.disabled_at, disabledAt, endpoint.url);
  assert.equal(now!.disabled_because, disabledAt === null ? null : 'failing');
  const notices = await desk.store.db
    .selectFrom('workspace_notices')
    .selectAll()
    .where('workspace_id', '=', member.workspace.id)
    .execute();
  assert.equal(notices.length, disabledAt === null ? 0 : 1);

  const deliveries = new Map(
    (await deliveriesOf(desk))
      .filter(({ endpoint_id }) => endpoint_id === endpoint.id)
      .map((one) => [one.event_id, one]),
  );
  for (const [id, all] of byEvent) {
    for (const [index, one] of all.slice(1).entries()) {
      const before = all[index]!;
      assert.ok(!isSuccess(before), 'what arrived is not sent again');
      const planned = RETRY_DELAYS_MS[index]!;
      const asked = Number(before.response.headers?.['retry-after'] ?? 0) * 1000;
      const least = Math.max(planned * (1 - JITTER), Math.min(asked, LONGEST_RETRY_AFTER_MS));
      const most = Math.max(planned * (1 + JITTER), Math.min(asked, LONGEST_RETRY_AFTER_MS));
      const waited = one.at - before.at;
      assert.ok(waited >= least - 1 && waited <= most + 1, `try ${index + 2} came after ${waited} ms`);
    }
    const { status, tries: counted } = deliveries.get(id)!;
    assert.equal(counted, all.length);
    const last = all.at(-1)!;
    const expected = isSuccess(last)
      ? 'delivered'
      : all.length === RETRY_DELAYS_MS.length + 1
        ? 'exhausted'
        : 'waiting';
    assert.equal(status, expected);
  }
}

/** Under one delivery there is one event with one body, however often it was tried. */
async function checkNothingInvented({ tries }: Receiver, happened: readonly string[]): Promise<void> {
  for (const [id, all] of Map.groupBy(tries, ({ headers }) => headers['webhook-id']!)) {
    assert.ok(happened.includes(id), `${id} never happened`);
    assert.equal(new Set(all.map(({ body }) => body.toString())).size, 1);
    for (const { headers, body } of all) {
      assert.equal(headers['x-rf-event-id'], id);
      assert.equal(JSON.parse(body.toString()).id, id);
    }
  }
}

function checkAllArrived({ tries }: Receiver, happened: readonly string[]): void {
  const arrived = tries.filter(isSuccess).map(({ headers }) => headers['webhook-id']!);
  assert.deepEqual([...arrived].sort(), [...happened].sort(), 'each event arrived, and once');
}

type Context = Awaited<ReturnType<typeof customers>>['desk'];

test('six days of failures: the schedule is kept, nothing is lost and nothing invented', async (t) => {
  const worlds = cases(1, 40);
  let [disabled, exhausted] = [0, 0];
  for (let world = 0; world < worlds; world += 1) {
    const seen = await sixDays(world, t);
    disabled += seen.disabled;
    exhausted += seen.exhausted;
  }
  assert.ok(disabled > 0 && exhausted > 0, 'the days were bad enough to show something');
  const receivers = worlds * RECEIVERS_AT_ONCE;
  t.diagnostic(
    `${receivers} receivers: ${disabled} disabled, ${exhausted} deliveries exhausted and redelivered`,
  );
});

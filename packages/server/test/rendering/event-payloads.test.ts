// What events say: each type's body against its schema, and the detail of a score for those who are entitled to it.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS } from '@rf-indicators/contract';
import { addIssuance, changeIssuanceStatus } from '@rf-indicators/core/desk/market/issuances';
import { draftCorrection } from '@rf-indicators/core/desk/publication/correct';
import { publishRun } from '@rf-indicators/core/desk/publication/publish';
import { askToWithdraw } from '@rf-indicators/core/desk/publication/withdraw';
import type { StoreKind } from '@rf-indicators/core/store/store';
import { findDelivery } from '@rf-indicators/core/webhooks/deliveries';
import { sendTest } from '@rf-indicators/core/webhooks/test-events';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { decideDraft, decideMatter } from '../../../../test/support/deciding.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { type Customers, claimed } from '../../../../test/support/workspace-fixture.ts';
import { enter, foundedWorld, MINUTE, publishNow } from '../../../../test/support/world.ts';
import { testEventRenderer } from '../../src/rendering/events/test-event.ts';
import { fakeDelivery, type Sent, subscribe } from '../webhooks/subscribers.ts';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const validators = new Map<string, ValidateFunction>(
  Object.entries(WEBHOOK_EVENTS).map(([type, schema]) => [
    type,
    ajv.compile(JSON.parse(JSON.stringify(schema))),
  ]),
);

// biome-ignore lint/suspicious/noExplicitAny: it is checked against its schema here.
function requireDescribed(text: string): any {
  const body = JSON.parse(text);
  const validate = validators.get(body.type)!;
  assert.ok(validate(body), `${body.type}: ${JSON.stringify(validate.errors)}\n${text}`);
  return body;
}

async function subscribedWorld(kind: StoreKind, t: TestContext) {
  const world = await foundedWorld(kind, t);
  const given = { ...world, operator: world.people.operator } as unknown as Customers;
  const { member: paying } = await claimed(given, { name: 'Acorn', tier: 'PROFESSIONAL' });
  const { member: free } = await claimed(given, { name: 'Birch', tier: 'FREE' });
  const custom = { name: 'Cedar', tier: 'CUSTOM', entitlements: ['methodology'] } as const;
  const { member: listed } = await claimed(given, custom);
  const endpoint = await subscribe(world.desk, paying, { url: 'https://paying.example.org/' });
  await subscribe(world.desk, free, { url: 'https://free.example.org/' });
  await subscribe(world.desk, listed, { url: 'https://listed.example.org/' });
  const one = await subscribe(world.desk, paying, {
    url: 'https://one.example.org/',
    event_types: ['score.published', 'band.changed', 'score.changed'],
    providers: [world.slugOf('FX-05')],
  });
  return { world, paying, endpoint, one, ...fakeDelivery(world.desk, world.masterKey, t) };
}

function bodiesOf(sent: readonly Sent[], host: string) {
  return sent
    .filter(({ url }) => url === `https://${host}.example.org/`)
    .map(({ body }) => requireDescribed(body.toString()))
    .sort((a, b) => a.data.sequence - b.data.sequence);
}

onEitherStore('every event type arrives in the form that its schema describes', async (kind, t) => {
  const { world, sent, deliver } = await subscribedWorld(kind, t);
  const { desk, people } = world;
  await publishNow(world);
  desk.moveTo(desk.clock() + MINUTE);
  await enter(world, 'FX-05', 'equity_ratio', '9.00');
  await publishNow(world);
  const asked = { providerId: world.idOf('FX-01'), reason: 'It closed.' };
  const requestId = await askToWithdraw(desk, people.operator, asked);
  await decideMatter(desk, requestId);
  const details = {
    issuer_name: 'Issuer',
    name: 'Series A',
    type: 'bond',
    currency: 'USD',
    announced_on: '2026-04-01',
    amount: '500000000',
    coupon_rate: '8.50',
  };
  const id = await addIssuance(desk, people.operator, details);
  await changeIssuanceStatus(desk, people.operator, id, 'PRICING');
  await deliver();

  const paying = bodiesOf(sent, 'paying');
  const types = new Set(paying.map(({ type }) => type));
  for (const type of ['score.published', 'score.withdrawn', 'issuance.new', 'issuance.status_changed']) {
    assert.ok(types.has(type), type);
  }
  const moved = paying.find(({ data }) => data.kind === 'score_change' || data.kind === 'band_change');
  assert.equal(moved.data.provider_id, world.idOf('FX-05'));
  const checkpoint = await world.store.db
    .selectFrom('checkpoints')
    .select('note')
    .orderBy('tree_size', 'desc')
    .executeTakeFirstOrThrow();
  for (const { data, api_version, test } of paying) {
    assert.equal(data.checkpoint, checkpoint.note);
    assert.deepEqual([api_version, test], ['v1', undefined]);
  }
  assert.deepEqual(
    paying.map(({ data }) => data.sequence),
    paying.map((_, index) => paying[0].data.sequence + index),
    'the sequence has no gaps for who takes everything',
  );

  const { detail, delta, new_score, previous_score } = moved.data;
  assert.ok(Math.abs(new_score - previous_score - delta) < 1e-9);
  assert.equal(detail.change.delta, delta);
  const sum = detail.change.parts.reduce(
    (all: number, { points }: { points: number }) => all + Math.round(points * 100),
    0,
  );
  assert.equal(sum, Math.round(delta * 100), 'the parts add up to the difference');
  assert.ok(detail.rf_decision_object.summary.length > 0);
  const asSent = sent.find(
    ({ url, headers }) => url.includes('paying') && headers['webhook-id'] === moved.id,
  )!;
  assert.match(asSent.body.toString(), /"new_score":\d+\.\d\d,/, 'numbers have two decimals, as everywhere');

  for (const host of ['free', 'listed']) {
    const headlines = bodiesOf(sent, host);
    assert.equal(headlines.length, paying.length);
    for (const [index, { data, id: eventId }] of headlines.entries()) {
      assert.equal(eventId, paying[index].id);
      const { detail: paid, ...headline } = paying[index].data;
      assert.deepEqual(data, headline, 'the headline is the same for all, and the detail is not among it');
      if (paying[index].type.startsWith('score.p')) assert.ok(paid !== undefined);
    }
  }
  const one = bodiesOf(sent, 'one');
  assert.ok(one.length >= 2);
  assert.deepEqual(new Set(one.map(({ data }) => data.provider_id)), new Set([world.idOf('FX-05')]));
});

onEitherStore('a correction says what it restates', async (kind, t) => {
  const { world, sent, deliver } = await subscribedWorld(kind, t);
  const { desk, people } = world;
  const wrong = await enter(world, 'FX-05', 'equity_ratio', '9.00');
  await publishNow(world);
  desk.moveTo(desk.clock() + MINUTE);
  const { runId } = await draftCorrection(desk, people.operator, {
    wrong,
    replacement: null,
    reason: 'Equity was misread.',
  });
  await decideDraft(desk, runId);
  await publishRun(desk, people.operator, runId, world.publisher);
  await deliver();
  const corrected = bodiesOf(sent, 'paying').filter(({ type }) => type === 'score.corrected');
  assert.ok(corrected.length > 0);
  const published = bodiesOf(sent, 'paying').filter(({ type }) => type === 'score.published');
  for (const { data } of corrected) {
    assert.ok(published.some((earlier) => earlier.data.verification_id === data.corrects));
    assert.match(data.reason, /^Correction: /);
  }
});

onEitherStore('a test sends any type in its real shape, marked, once', async (kind, t) => {
  const { world, paying, endpoint, sent, deliver } = await subscribedWorld(kind, t);
  const { desk } = world;
  const ids = new Map<string, string>();
  // First with samples, then with what really happened.
  for (const published of [false, true]) {
    if (published) await publishNow(world);
    await deliver();
    sent.length = 0;
    for (const type of WEBHOOK_EVENT_TYPES) {
      ids.set(type, await sendTest(desk, paying, endpoint.id, type, testEventRenderer('The disclosure.')));
    }
    await deliver();
    const bodies = bodiesOf(sent, 'paying');
    assert.deepEqual(bodies.map(({ type }) => type).sort(), [...WEBHOOK_EVENT_TYPES].sort());
    for (const { test, type, data } of bodies) {
      assert.equal(test, true);
      if (type === 'score.published') assert.ok(data.detail !== undefined);
      if (type === 'score.published') assert.equal(data.provider_name !== 'Sample Provider', published);
    }
  }
  const delivery = await findDelivery(desk.store.db, paying.workspace.id, ids.get('webhook.test')!);
  assert.deepEqual([delivery.test, delivery.status, delivery.attempts.length], [true, 'delivered', 1]);
  await assert.rejects(
    sendTest(desk, paying, endpoint.id, 'score.new', testEventRenderer('')),
    /"score\.new" is not an event type/,
  );
});

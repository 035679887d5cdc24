// Alerts reach Slack, PagerDuty and people: in the documented formats, again after a failure, and with no more than each may know.

import assert from 'node:assert/strict';
import { removeMember } from '@rf-indicators/core/accounts/members';
import { changeSettings } from '@rf-indicators/core/books/books';
import { takeRights } from '@rf-indicators/core/books/rights';
import { saveVersion } from '@rf-indicators/core/books/versions';
import { testChannel } from '@rf-indicators/core/watch/channels';
import { deliverAlerts } from '@rf-indicators/core/watch/deliver';
import { slackMessage } from '@rf-indicators/core/watch/delivery/slack';
import { acknowledgeAlert } from '@rf-indicators/core/watch/handling';
import { contentsOf, positionOf } from '../../../../test/support/books.ts';
import { cleanUp } from '../../../../test/support/lifetime.ts';
import { onEachStore, onEitherStore } from '../../../../test/support/stores.ts';
import { evaluate } from '../../../../test/support/watch.ts';
import { MINUTE, publishedWorld } from '../../../../test/support/world.ts';
import { jsonPoster } from '../../src/webhooks/sending/post-json.ts';
import { createSender } from '../../src/webhooks/sending/send.ts';
import { alertPlace, KEY, RULES } from './alert-place.ts';
import { slackReceiver } from './alert-receivers.ts';

onEachStore(
  'a breach opens, is acknowledged and ends, with amounts only where they are allowed',
  async (kind, t) => {
    const world = await publishedWorld(kind, t);
    const { desk, masterKey } = world;
    const { rio, slack, pagerDuty, mails, next, book, breach, states, alerts } = await alertPlace(world, t);
    await breach('50');
    assert.equal(await next(), 3);
    assert.deepEqual([slack.refused, pagerDuty.refused], [[], []]);
    assert.deepEqual([slack.accepted.length, pagerDuty.accepted.length], [1, 1]);
    assert.match(JSON.stringify(slack.accepted), /The limit lending is breached/);
    const [{ id: alert } = { id: '' }] = await alerts(rio);
    const { event_action, dedup_key } = pagerDuty.accepted[0]!;
    assert.deepEqual([event_action, dedup_key], ['trigger', `rf-alert-${alert}`]);
    assert.deepEqual(
      mails.map(({ to }) => to),
      ['rio@example.com'],
      'Ada may not see the book',
    );
    const all = JSON.stringify([slack.accepted, pagerDuty.accepted, mails]);
    assert.doesNotMatch(all, /200\.00|150\.00/, 'no amount is allowed anywhere yet');
    assert.deepEqual(await states(), [
      ['delivered', null],
      ['delivered', null],
      ['delivered', null],
    ]);

    await changeSettings(desk, masterKey, rio, { book, amounts_to: ['slack'] });
    await acknowledgeAlert(desk, masterKey, rio, { alert, note: 'On it.' });
    assert.equal(await next(), 1);
    assert.deepEqual(pagerDuty.accepted[1], {
      ...{ routing_key: KEY, event_action: 'acknowledge', dedup_key },
    });
    await breach('10');
    assert.equal(await next(), 3, 'worse: it is told again');
    assert.match(JSON.stringify(slack.accepted[1]), /200\.00 EUR against 10 EUR/);
    assert.doesNotMatch(JSON.stringify([pagerDuty.accepted, mails]), /200\.00/);

    await saveVersion(desk, masterKey, rio, { book, contents: contentsOf([positionOf('p0', '5.00')]) });
    assert.equal(await next(), 3);
    assert.match(JSON.stringify(slack.accepted[2]), /Resolved: The limit lending is breached/);
    assert.equal(pagerDuty.accepted.at(-1)!.event_action, 'resolve');
    assert.deepEqual([slack.refused, pagerDuty.refused], [[], []]);
  },
);

onEitherStore('what fails comes again, and says why', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { slack, pagerDuty, next, breach, states } = await alertPlace(world, t);
  slack.answer = { status: 429, headers: { 'retry-after': '600' }, body: 'rate_limited' };
  pagerDuty.answer = { status: 400, body: '{"status":"invalid event"}' };
  await breach('50');
  await next();
  let [ofSlack, ofPagerDuty] = await states();
  assert.deepEqual(ofSlack, ['failed', 'Slack is busy: it answered 429 (rate_limited).']);
  assert.match(String(ofPagerDuty![1]), /^PagerDuty refused the message: it answered 400 .* integration key/);
  slack.answer = null;
  pagerDuty.answer = null;
  await next(9);
  assert.deepEqual(slack.accepted, [], 'not before Slack wants it');
  await next(2);
  assert.equal(slack.accepted.length, 1);
  assert.deepEqual(pagerDuty.accepted, [], 'what PagerDuty refused is not sent again');
  [ofSlack, ofPagerDuty] = await states();
  assert.deepEqual([ofSlack, ofPagerDuty![0]], [['delivered', null], 'failed']);
});

onEitherStore('a process that ends while it sends loses nothing', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk, masterKey } = world;
  const { slack, next, breach, means } = await alertPlace(world, t);
  await breach('50');
  desk.moveTo(desk.clock() + MINUTE);
  await evaluate(world);
  // It claimed the message, and never said how it went.
  const never = { ...means, post: () => new Promise<never>(() => undefined) };
  void deliverAlerts(desk, masterKey, never);
  const claimed = async () =>
    (await world.store.db.selectFrom('alert_deliveries').select('attempts').execute()).filter(
      ({ attempts }) => attempts === 1,
    ).length;
  while ((await claimed()) < 3) await new Promise((resolve) => setImmediate(resolve));
  await deliverAlerts(desk, masterKey, means);
  assert.deepEqual(slack.accepted, [], 'it may still be on its way');
  await next(2);
  assert.equal(slack.accepted.length, 1);
});

onEitherStore('nothing is sent in the right of somebody who lost it', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk } = world;
  const { ada, slack, pagerDuty, mails, next, book, breach } = await alertPlace(world, t);
  await breach('50');
  desk.moveTo(desk.clock() + MINUTE);
  await evaluate(world);
  await takeRights(desk, ada, { book, person: 'Rio', rights: ['see'] });
  assert.equal(await next(), 0);
  assert.deepEqual([slack.accepted, pagerDuty.accepted, mails], [[], [], []]);
  await removeMember(desk, ada, 'Rio');
  assert.equal(await next(), 0);
});

onEitherStore('a test shows how a channel does', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { desk } = world;
  const { rio, slack, pagerDuty, mails, next, channels, states } = await alertPlace(world, t);
  slack.answer = { status: 404, body: 'no_service' };
  for (const channel of channels) await testChannel(desk, rio, channel);
  await next();
  assert.deepEqual(
    pagerDuty.accepted.map(({ event_action }) => event_action),
    ['trigger', 'resolve'],
  );
  assert.deepEqual(mails.map(({ to }) => to).sort(), ['ada@example.com', 'rio@example.com']);
  const [[state, error] = []] = await states();
  assert.equal(state, 'failed');
  assert.match(
    String(error),
    /Slack refused the message: it answered 404 \(no_service\)\. Create a new incoming/,
  );
});

onEitherStore('a message of many long alerts stays within the limits of Slack', async (_, t) => {
  const slack = await slackReceiver(t);
  const told = Array.from({ length: 20 }, (__, n) => ({
    ...({ alertId: `a${n}`, what: 'opened', kind: 'stale', severity: 0, changedAt: 0 } as const),
    ...{ sentence: '<&>'.repeat(2000), fact: '\u{1f600}&'.repeat(2000), ruleName: '<'.repeat(120) },
  }));
  const sender = createSender(RULES);
  cleanUp(t, () => sender.close());
  const post = jsonPoster(sender.send, () => 0);
  for (const some of [told, told.slice(0, 1)]) {
    const message = slackMessage({ siteName: 'RF', baseUrl: 'https://rf.example' }, some);
    assert.equal((await post(`${slack.url}/services/T0/B0/x`, message)).code, 200, slack.refused.join());
  }
});

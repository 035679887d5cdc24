// A workspace whose rule about a book tells Slack, PagerDuty and two people, with receivers that check what they get.

import { askForLimits } from '@rf-indicators/core/books/limits';
import type { Mail } from '@rf-indicators/core/identity/mails';
import { addMail, addPagerDuty, addSlack, listChannels } from '@rf-indicators/core/watch/channels';
import { deliverAlerts, type Means } from '@rf-indicators/core/watch/deliver';
import { limitOf, limitsOf } from '../../../../test/support/books.ts';
import { cleanUp, type Lifetime } from '../../../../test/support/lifetime.ts';
import { evaluate, signsIn, watchers } from '../../../../test/support/watch.ts';
import { MINUTE, type World } from '../../../../test/support/world.ts';
import { jsonPoster } from '../../src/webhooks/sending/post-json.ts';
import { createSender } from '../../src/webhooks/sending/send.ts';
import { pagerDutyReceiver, slackReceiver } from './alert-receivers.ts';

export const KEY = '0123456789abcdef0123456789ABCDEF';
export const RULES = { allowLoopback: true, resolve: async () => [] };

export async function alertPlace(world: World, t: Lifetime) {
  const { desk, masterKey, idOf } = world;
  const customers = await watchers(world);
  const { ada, rio } = customers;
  const [slack, pagerDuty] = [await slackReceiver(t), await pagerDutyReceiver(t)];
  const mails: Mail[] = [];
  const sender = createSender(RULES);
  cleanUp(t, () => sender.close());
  const means: Means = {
    post: jsonPoster(sender.send, desk.clock),
    mail: async (mail) => void mails.push(mail),
    pagerDuty: pagerDuty.url,
    place: { siteName: 'RF <Risk> & Co', baseUrl: 'https://rf.example' },
  };
  const url = `${slack.url}/services/T0/B0/secret`;
  const channels: string[] = [];
  for (const add of [
    () => addSlack(desk, masterKey, rio, RULES, { name: '#risk', url }),
    () => addPagerDuty(desk, masterKey, rio, { name: 'On call', routing_key: KEY }),
    () => addMail(desk, masterKey, rio, { name: 'Desk', people: ['Ada', 'Rio'] }),
  ]) {
    desk.moveTo(desk.clock() + MINUTE);
    channels.push((await add()).id);
  }
  await signsIn(world, ada, 'ada@example.com');
  await signsIn(world, rio, 'rio@example.com');
  await evaluate(world);
  const next = async (minutes = 1) => {
    desk.moveTo(desk.clock() + minutes * MINUTE);
    await evaluate(world);
    return deliverAlerts(desk, masterKey, means);
  };
  const book = await customers.book(rio, [idOf('FX-05'), idOf('FX-01')]);
  const rule = await customers.rule(rio, { book, conditions: [{ kind: 'limit_breached' }], channels });
  await next();
  const breach = (most: string) =>
    askForLimits(desk, masterKey, rio, { book, document: limitsOf(limitOf('lending', most)) });
  const states = async () =>
    (await listChannels(desk.store.db, masterKey, rio)).map(({ state, last_error }) => [state, last_error]);
  return { ...customers, ...{ slack, pagerDuty, mails, next, book, rule, breach, states, means, channels } };
}

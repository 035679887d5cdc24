// Mails to the staff about their work: once each, to whom it concerns, and not to who switched them off.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRequest } from '@rf-indicators/core/accounts/requests';
import { mentionedIn } from '@rf-indicators/core/desk/inputs/mentions';
import { chooseMails } from '@rf-indicators/core/desk/mails/choices';
import { mailWork } from '@rf-indicators/core/desk/mails/work-mails';
import type { Mail } from '@rf-indicators/core/identity/mails';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { BASE_URL, DAY, HOUR, type People, people, signUpStaff } from './people.ts';

const PLACE = { siteName: 'Desk', baseUrl: BASE_URL };

/** At this hour of the next UTC day. */
function until(given: People & { ahead(ms: number): void }, hour: number, days = 1): void {
  const start = Math.floor(Date.now() / DAY) * DAY;
  given.ahead(start + days * DAY + hour * HOUR - given.desk.clock());
}

async function request({ desk, operator }: People): Promise<string> {
  return desk.store.transaction((writes) =>
    makeRequest(desk, writes, operator, 'rules.set', 'rule/notice_days', {
      name: 'notice_days',
      value: 'secret 7',
    }),
  );
}

onEitherStore(
  'a request is mailed at once to those who can approve it, once, and without what it says',
  async (kind, t) => {
    const given = await people(kind, t);
    const { desk } = given;
    await signUpStaff(given);
    until(given, 20);
    const mails: Mail[] = [];
    const errors: unknown[] = [];
    let isDown = true;
    const send = async (mail: Mail) => {
      if (isDown) throw new Error('the mail server is down');
      mails.push(mail);
    };
    const mailAll = () => mailWork(desk, PLACE, send, (error) => errors.push(error));
    const id = await request(given);
    assert.equal(await mailAll(), 0);
    assert.equal(errors.length, 1, 'the others have no address');
    isDown = false;
    assert.equal(await mailAll(), 0, 'the next attempt waits');
    until(given, 20.2);
    const counts = await Promise.all([mailAll(), mailAll()]);
    assert.equal(counts[0]! + counts[1]!, 1, 'two processes send it once');
    assert.equal(await mailAll(), 0);
    const [mail] = mails;
    assert.equal(mail!.to, 'rita@example.com');
    assert.equal(mail!.subject, 'Desk: a request waits for a second person');
    assert.ok(mail!.text.includes(`/desk/requests?which=open&request=${id}`));
    assert.ok(!/secret/.test(mail!.text));

    await chooseMails(desk, given.reviewer, { digest: true, at_once: false });
    await request(given);
    assert.equal(await mailAll(), 0, 'she does not want it');
  },
);

onEitherStore('a digest is mailed each morning, if there is something to tell', async (kind, t) => {
  const given = await people(kind, t);
  const { desk, reviewer } = given;
  await signUpStaff(given);
  const mails: Mail[] = [];
  const mailAll = () =>
    mailWork(
      desk,
      PLACE,
      async (mail) => void mails.push(mail),
      (error) => assert.fail(String(error)),
    );
  await chooseMails(desk, reviewer, { digest: true, at_once: false });
  until(given, 5);
  await request(given);
  assert.equal(await mailAll(), 0, 'it is too early');
  until(given, 6.1);
  assert.equal(await mailAll(), 1);
  assert.equal(await mailAll(), 0);
  assert.match(mails[0]!.subject, /^Desk: 1 thing waits for you$/);
  assert.match(
    mails[0]!.text,
    /Waits for you\n- 1 request for a second person: http:\/\/localhost:8080\/desk\/requests/,
  );
  assert.match(mails[0]!.text, /Done since yesterday\n(- .*\n)*- .*request/);
  until(given, 6.1, 2);
  await chooseMails(desk, reviewer, { digest: false, at_once: false });
  assert.equal(await mailAll(), 0, 'she does not want it');
  until(given, 13, 3);
  await chooseMails(desk, reviewer, { digest: true, at_once: true });
  assert.equal(await mailAll(), 0, 'the morning has passed');
});

test('a mention is a name, or a first name that nobody else has', () => {
  const staff = [
    { id: 'ann', name: 'Ann Analyst' },
    { id: 'anna', name: 'Anna Berg' },
    { id: 'rob', name: 'Rob' },
    { id: 'rob2', name: 'Rob Roy' },
    { id: 'zoe', name: 'Zoë Müller' },
  ];
  const cases: [string, string[]][] = [
    ['@Ann is this right?', ['ann']],
    ['@ann analyst, and @Anna.', ['ann', 'anna']],
    ['@Anneliese', []],
    ['ask rob@example.com', []],
    ['@rob roy', ['rob2']],
    ['(@Rob)', ['rob']],
    ['@ZOE\u0308 and @Zo', ['zoe']],
    ['@', []],
  ];
  for (const [text, expected] of cases) assert.deepEqual(mentionedIn(text, staff), expected, text);
});

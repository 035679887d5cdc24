// Notices of a workspace reach its Contract Admins by mail: once, and again after a failure.

import assert from 'node:assert/strict';
import { tellWorkspace } from '@rf-indicators/core/accounts/notices';
import type { Mail } from '@rf-indicators/core/identity/mails';
import { mailNotices } from '@rf-indicators/core/identity/notice-mails';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { DAY, MINUTE, type People, people, signUpMember } from './people.ts';

function tell({ desk, ada }: People): Promise<void> {
  const notice = { kind: 'webhook.disabled', subject: 'webhooks/1', message: 'It was disabled.' } as const;
  return desk.store.transaction((writes) => tellWorkspace(desk, writes, ada.workspace.id, notice));
}

onEitherStore('notices are mailed to Contract Admins who have an address', async (kind, t) => {
  const given = await people(kind, t);
  const { desk } = given;
  const mails: Mail[] = [];
  const errors: unknown[] = [];
  let isDown = false;
  const send = async (mail: Mail) => {
    if (isDown) throw new Error('the mail server is down');
    mails.push(mail);
  };
  const mailAll = () => mailNotices(desk, send, (error) => errors.push(error));

  await tell(given);
  assert.equal(await mailAll(), 0, 'Ada has no address yet');
  await signUpMember(given);
  isDown = true;
  assert.equal(await mailAll(), 0);
  assert.equal(errors.length, 1);
  isDown = false;
  assert.equal(await mailAll(), 0, 'the next attempt waits');
  given.ahead(5 * MINUTE);
  // Two processes that look at once.
  const counts = await Promise.all([mailAll(), mailAll()]);
  assert.equal(counts[0]! + counts[1]!, 1);
  assert.equal(await mailAll(), 0);
  const [mail] = mails;
  assert.equal(mail!.to, 'ada@example.com');
  assert.equal(mail!.subject, `${given.ada.workspace.name}: a webhook endpoint was disabled`);
  assert.ok(mail!.text.startsWith('It was disabled.'));

  await tell(given);
  given.ahead(DAY + MINUTE);
  assert.equal(await mailAll(), 0, 'it is a day old, and no longer news');
  assert.deepEqual(await desk.store.db.selectFrom('notice_mails').selectAll().execute(), []);
});

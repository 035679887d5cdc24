// Erasing what the sender of a score request wrote about themselves.

import assert from 'node:assert/strict';
import { performAct } from '@rf-indicators/core/acts/perform';
import { receiveScoreRequest } from '@rf-indicators/core/desk/market/score-requests';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import {
  backupText,
  erasureStory,
  saltsOf,
  sealedLeaves,
  tablesWith,
} from '../../../../../test/support/erasure.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';

onEitherStore('the contact, the message and the notes of a score request can be erased', async (kind, t) => {
  const story = await erasureStory(kind, t);
  const { services, callers, world } = story;
  const sent = { provider_name: 'Zed', contact_email: 'quarles@example.org', message: 'I am Quarles.' };
  const { request_id: id } = await receiveScoreRequest(world.desk, sent, 'a key');
  const decline = { id, note: 'Quarles was told.' };
  await performAct(services, callers.analyst!, 'score_requests.decline', decline);
  const leaves = await sealedLeaves(story);
  const erase = (caller: string, notes: boolean) =>
    performAct(services, callers[caller]!, 'score_requests.erase', { id, notes });
  for (const caller of ['analyst', 'reviewer', 'officer'])
    await assert.rejects(erase(caller, true), { code: 'insufficient_role' });

  assert.deepEqual(await erase('operator', false), { erased: ['contact_email', 'message'] });
  assert.deepEqual(await tablesWith(story, 'quarles@example.org'), []);
  assert.deepEqual(await tablesWith(story, 'I am Quarles.'), []);
  assert.deepEqual(await tablesWith(story, 'Quarles was told.'), ['score_request_notes', 'audit']);
  const answers = await world.store.db.selectFrom('idempotent_answers').selectAll().execute();
  assert.deepEqual(answers, [], 'nor a digest of them');
  await assert.rejects(erase('operator', false), { code: 'conflict', message: /no contact and no message/ });

  assert.deepEqual(await erase('operator', true), { erased: ['notes'] });
  assert.deepEqual(await tablesWith(story, 'Quarles'), []);
  assert.ok(!(await backupText(story)).includes('Quarles'));
  const { data } = await performAct(services, callers.officer!, 'score_requests.list', {});
  const found = data.find((request) => request.id === id)!;
  assert.deepEqual(
    [found.provider_name, found.status, found.contact_email, found.message, found.notes[0]!.note],
    ['Zed', 'declined', null, null, 'erased'],
  );
  assert.deepEqual((await verifyAll(world.store.db)).findings, []);
  assert.deepEqual((await sealedLeaves(story)).slice(0, leaves.length), leaves);
  assert.deepEqual((await verifyAll(world.store.db)).findings, [], 'with the records sealed');
  assert.deepEqual(await saltsOf(story, 'score_requests', id), [false, false, true]);
});

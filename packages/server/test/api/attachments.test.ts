// What analysts publish beside a score is served with its proofs, and every change of it is found.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRequest } from '@rf-indicators/core/accounts/requests';
import { setDisclosures } from '@rf-indicators/core/desk/disclosures/register';
import { startReview } from '@rf-indicators/core/desk/reviews/reviews';
import { currentIndicators } from '@rf-indicators/core/desk/served/served';
import { snapshotReader } from '@rf-indicators/core/desk/snapshots/read-snapshots';
import { listSigningKeys } from '@rf-indicators/core/log/list-signing-keys';
import { sealRecords } from '@rf-indicators/core/log/seal';
import { checkAttachments, parseVerifierKey } from '@rf-indicators/engine';
import { DAY, publishedWorld } from '../../../../test/support/world.ts';
import { attachedTo } from '../../src/api/reads/attachments.ts';

const ALL = {
  ...{ team: 'The desk', conflicts: 'None.', handling: 'They are declared.' },
  ...{ sources: 'Public documents.', limits: 'No market prices.', reason: 'The first ones.' },
};

test('rationale, disclosures and review are in the snapshot, and provable as leaves of the log', async (t) => {
  const world = await publishedWorld('sqlite', t);
  const { desk, people, store, idOf, publisher } = world;
  const { operator: requester, officer: approver } = people;
  const providerId = idOf('FX-05');
  desk.moveTo(desk.clock() + DAY);
  await store.transaction(async (writes) => {
    const id = await makeRequest(desk, writes, requester, 'disclosures.set', 'disclosures', ALL);
    await setDisclosures(desk, writes, { requester, approver }, ALL, id);
    const until = desk.clock() + 10 * DAY;
    await startReview(desk, writes, approver, { providerId, direction: 'up', until, reason: 'A merger.' });
  });
  const [served] = await currentIndicators(store.db, [providerId]);
  const settings = { baseUrl: 'https://rf.example', disclosure: 'Limits.' };
  const [written] = await snapshotReader(store.db).texts([served!], settings);
  const snapshot = JSON.parse(written!.text);
  assert.match(snapshot.rationale, /.{120}/);
  assert.equal(snapshot.disclosures.responsible_team, 'The desk');
  assert.deepEqual([snapshot.review.direction, snapshot.review.reason], ['up', 'A merger.']);

  const read = async () => {
    const owner = { verification_id: served!.verificationId, provider_id: providerId, renews: null };
    const state = { published_at: served!.publishedAt, endedAt: null, isServed: true };
    const { changedAt: _, ...attached } = await attachedTo(store.db, { ...owner, ...state });
    return { statement: { provider_id: providerId }, ...attached };
  };
  const kinds = ({ attachments }: Awaited<ReturnType<typeof read>>) => attachments.map(({ kind }) => kind);
  const before = await read();
  assert.deepEqual(kinds(before), ['rationale'], 'a proof shows what the log contains');
  assert.deepEqual([before.disclosures, before.review], [null, null]);
  await sealRecords(desk, publisher);
  const proof = await read();
  assert.deepEqual(kinds(proof), ['rationale', 'disclosures', 'review']);
  assert.deepEqual([proof.rationale, proof.review], [snapshot.rationale, snapshot.review]);

  const keys = [await parseVerifierKey((await listSigningKeys(store.db))[0]!.public_key)];
  const failed = async (changed: unknown) =>
    (await checkAttachments(changed, keys)).filter(({ passed }) => !passed).map(({ kind }) => kind);
  assert.deepEqual(await failed(proof), []);
  assert.deepEqual(await failed({ ...proof, rationale: `${proof.rationale} More.` }), ['rationale']);
  assert.deepEqual(await failed({ ...proof, review: null }), ['review']);
  assert.deepEqual(await failed({ ...proof, attachments: [] }), ['rationale', 'disclosures', 'review']);
  assert.deepEqual(await failed({ ...proof, statement: { provider_id: 'another' } }), [
    ...['rationale', 'disclosures', 'review'],
  ]);
  const [first, ...others] = proof.attachments;
  const moved = { ...first!, log: { ...first!.log, index: first!.log.index + 1 } };
  assert.deepEqual(await failed({ ...proof, attachments: [moved, ...others] }), ['rationale']);
  assert.equal(
    (await checkAttachments(proof, [])).every(({ passed }) => !passed),
    true,
    'nothing without a key',
  );
});

// An endpoint can have a secret of its own: given, rotated and removed with an overlap, and for no other endpoint.

import assert from 'node:assert/strict';
import { verifyAll } from '@rf-indicators/core/desk/verification/verify-all';
import {
  endEndpointOverlap,
  giveEndpointSecret,
  removeEndpointSecret,
  rotateEndpointSecret,
} from '@rf-indicators/core/webhooks/endpoint-secrets';
import { listEndpoints } from '@rf-indicators/core/webhooks/endpoints';
import { rotateSigningSecret } from '@rf-indicators/core/webhooks/secret-rotation';
import { onEachStore, onEitherStore } from '../../../../test/support/stores.ts';
import { actions, atOnce, claimed, customers } from '../../../../test/support/workspace-fixture.ts';
import { verifySignatures } from '../../src/webhooks/sending/signature.ts';
import { fakeDelivery, happen, type Sent, subscribe } from './subscribers.ts';

const DAY = 24 * 60 * 60 * 1000;
const ONE = 'https://one.example.org/hook';
const OTHER = 'https://other.example.org/hook';

/** Whether the old scheme, its successor and Standard Webhooks accept the secret. */
function accepted({ headers, body, at }: Sent, secret: string) {
  const { 'x-rf-signature': now = '', 'x-rf-signature-next': next = '', ...rest } = headers;
  const seconds = Math.floor(at / 1000);
  const by = (signature: string) =>
    verifySignatures(secret, { ...rest, 'x-rf-signature': signature }, body, seconds).signature;
  return {
    current: by(now),
    next: by(next),
    standard: verifySignatures(secret, headers, body, seconds).standard,
  };
}
const NO = { current: false, next: false, standard: false };
const ALONE = { current: true, next: false, standard: true };
const COMING = { current: false, next: true, standard: true };

onEitherStore('a secret is given, rotated and removed, each with an overlap of 24 hours', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, masterKey } = given;
  const { member, signingSecret } = await claimed(given);
  const { id } = await subscribe(desk, member, { url: ONE });
  await subscribe(desk, member, { url: OTHER });
  const { sent, deliver } = fakeDelivery(desk, masterKey, t);
  const next = async (): Promise<Sent> => {
    sent.length = 0;
    await happen(desk);
    await deliver();
    assert.deepEqual(accepted(sent.find(({ url }) => url === OTHER)!, signingSecret), ALONE, 'the other one');
    return sent.find(({ url }) => url === ONE)!;
  };
  const state = async () => {
    const [one, other] = await listEndpoints(desk.store.db, member.workspace.id);
    assert.deepEqual([other!.own_secret, other!.secret_overlap_ends_at], [false, null]);
    return [one!.own_secret, one!.secret_overlap_ends_at];
  };

  await assert.rejects(rotateEndpointSecret(desk, member, masterKey, id), /has no secret of its own/);
  await assert.rejects(removeEndpointSecret(desk, member, id), /has no secret of its own/);
  assert.deepEqual(await state(), [false, null]);
  const first = await giveEndpointSecret(desk, member, masterKey, id);
  assert.equal(first.overlap_ends_at, desk.now + DAY);
  assert.deepEqual(await state(), [true, desk.now + DAY]);
  assert.match(first.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  await assert.rejects(giveEndpointSecret(desk, member, masterKey, id), /already has a secret of its own/);
  await assert.rejects(rotateEndpointSecret(desk, member, masterKey, id), /already in progress/);
  let delivery = await next();
  assert.deepEqual(accepted(delivery, signingSecret), ALONE, 'the old secret signs as before');
  assert.deepEqual(accepted(delivery, first.secret), COMING);

  desk.now += DAY - 1;
  assert.deepEqual(accepted(await next(), signingSecret), ALONE);
  desk.now += 1;
  delivery = await next();
  assert.deepEqual(accepted(delivery, signingSecret), NO);
  assert.deepEqual(accepted(delivery, first.secret), ALONE);
  assert.equal(delivery.headers['x-rf-signature-next'], undefined);
  await assert.rejects(endEndpointOverlap(desk, member, id), /No change of the secret/);

  const second = await rotateEndpointSecret(desk, member, masterKey, id);
  delivery = await next();
  assert.deepEqual(accepted(delivery, first.secret), ALONE);
  assert.deepEqual(accepted(delivery, second.secret), COMING);
  await endEndpointOverlap(desk, member, id);
  assert.deepEqual(await state(), [true, desk.now]);
  delivery = await next();
  assert.deepEqual(accepted(delivery, first.secret), NO);
  assert.deepEqual(accepted(delivery, second.secret), ALONE);

  assert.equal(await removeEndpointSecret(desk, member, id), desk.now + DAY);
  assert.deepEqual(await state(), [false, desk.now + DAY]);
  delivery = await next();
  assert.deepEqual(accepted(delivery, second.secret), ALONE);
  assert.deepEqual(accepted(delivery, signingSecret), COMING);
  desk.now += DAY;
  delivery = await next();
  assert.deepEqual(accepted(delivery, second.secret), NO);
  assert.deepEqual(accepted(delivery, signingSecret), ALONE);
  const third = await giveEndpointSecret(desk, member, masterKey, id);
  await endEndpointOverlap(desk, member, id);
  assert.deepEqual(accepted(await next(), third.secret), ALONE);
  assert.deepEqual(
    (await actions(given)).filter((action) => action.startsWith('webhook.secret')),
    ['given', 'rotated', 'overlap_ended', 'removed', 'given', 'overlap_ended'].map(
      (what) => `webhook.secret_${what}`,
    ),
  );
  const audit = JSON.stringify(await desk.store.db.selectFrom('audit').selectAll().execute());
  for (const { secret } of [first, second, third]) assert.ok(!audit.includes(secret.slice(6)));
  const { findings } = await verifyAll(desk.store.db);
  assert.deepEqual(
    findings.filter(({ record }) => record.includes('endpoint_secrets')),
    [],
  );
});

onEachStore('a rotation of the workspace leaves endpoints with their own secret alone', async (kind, t) => {
  const given = await customers(kind, t);
  const { desk, masterKey } = given;
  const { member, signingSecret } = await claimed(given);
  const { member: stranger } = await claimed(given, { name: 'Birch' });
  const { id } = await subscribe(desk, member, { url: ONE });
  await assert.rejects(giveEndpointSecret(desk, stranger, masterKey, id), /No endpoint of the workspace/);
  const { won, lost } = await atOnce(
    giveEndpointSecret(desk, member, masterKey, id),
    giveEndpointSecret(desk, member, masterKey, id),
  );
  assert.deepEqual([won.length, lost.length], [1, 1]);
  const { secret } = won[0]!;
  const { secret: rotated } = await rotateSigningSecret(desk, member, masterKey);
  const { sent, deliver } = fakeDelivery(desk, masterKey, t);
  await happen(desk);
  await deliver();
  // Both changes at once: the oldest secret signs as before, the newest is the next one, and the standard header has all.
  assert.deepEqual(accepted(sent[0]!, signingSecret), ALONE);
  assert.deepEqual(accepted(sent[0]!, secret), COMING);
  assert.deepEqual(accepted(sent[0]!, rotated), { current: false, next: false, standard: true });
  await endEndpointOverlap(desk, member, id);
  await happen(desk);
  await deliver();
  assert.deepEqual(accepted(sent[1]!, secret), ALONE);
  for (const other of [signingSecret, rotated]) assert.deepEqual(accepted(sent[1]!, other), NO);
  const row = await desk.store.db
    .selectFrom('endpoint_secrets')
    .select('sealed_secret')
    .where('sealed_secret', 'is not', null)
    .executeTakeFirstOrThrow();
  assert.throws(() => masterKey.open(row.sealed_secret!, 'signing secret of endpoint another'));
});

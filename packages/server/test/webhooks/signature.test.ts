// Signatures that others can check: openssl, and the official library of Standard Webhooks.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { endSecretOverlap, rotateSigningSecret } from '@rf-indicators/core/webhooks/secret-rotation';
import { Webhook } from 'standardwebhooks';
import { cases, seededNumbers } from '../../../../test/support/counts.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { actions, claimed, customers, HOUR } from '../../../../test/support/workspace-fixture.ts';
import { signatureHeaders, signingKey, verifySignatures } from '../../src/webhooks/sending/signature.ts';
import { fakeDelivery, happen, type Sent, subscribe } from './subscribers.ts';

const ID = '01975f6e-52c8-7a35-9d3f-0c8a5b1e7d42';

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Any bytes at all: the signature is over bytes, not over text. */
function someBody(random: (below: number) => number): Buffer {
  return Buffer.from(Array.from({ length: 1 + random(3000) }, () => random(256)));
}

function opensslHex(secret: string, body: Buffer): string {
  // hexkey takes any bytes, and a process list shows no secret of a real workspace here.
  const args = [
    'dgst',
    '-sha256',
    '-mac',
    'HMAC',
    '-macopt',
    `hexkey:${Buffer.from(secret).toString('hex')}`,
    '-r',
  ];
  return execFileSync('openssl', args, { input: body }).toString().split(' ')[0]!;
}

function changed(body: Buffer, at: number): Buffer {
  const copy = Buffer.from(body);
  copy[at] = copy[at]! ^ 1;
  return copy;
}

function standardVerifies(secret: string, headers: Record<string, string>, body: Buffer): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch (error) {
    // What follows the check of the signature is of no concern here.
    return error instanceof SyntaxError;
  }
}

test('openssl computes x-rf-signature, and another one for a changed byte', () => {
  const random = seededNumbers(61);
  for (let count = 0; count < cases(10, 300); count += 1) {
    const secret = newSecret();
    const body = someBody(random);
    const { 'x-rf-signature': signature } = signatureHeaders([signingKey(secret)], ID, 1777204800, body);
    assert.match(signature!, /^[0-9a-f]{64}$/);
    assert.equal(signature, opensslHex(secret, body));
    assert.notEqual(signature, opensslHex(secret, changed(body, random(body.length))));
  }
});

test('the official standardwebhooks library takes what is signed, and nothing that was changed', () => {
  const random = seededNumbers(62);
  const now = Math.floor(Date.now() / 1000);
  for (let count = 0; count < cases(50, 2000); count += 1) {
    const [secret, other] = [newSecret(), newSecret()];
    const body = Buffer.from(JSON.stringify({ n: random(1e9), text: 'ä€𝄞'.repeat(random(20)) }));
    const headers = signatureHeaders([signingKey(secret)], ID, now, body);
    assert.ok(standardVerifies(secret, headers, body));
    assert.ok(!standardVerifies(other, headers, body));
    assert.ok(!standardVerifies(secret, headers, changed(body, random(body.length))));
    assert.ok(!standardVerifies(secret, { ...headers, 'webhook-id': `${ID}x` }, body));
    assert.ok(!standardVerifies(secret, { ...headers, 'webhook-timestamp': String(now + 1) }, body));
    const old = signatureHeaders([signingKey(secret)], ID, now - 301, body);
    assert.ok(!standardVerifies(secret, old, body), 'a replay after five minutes is refused');
    const both = signatureHeaders([signingKey(other), signingKey(secret)], ID, now, body);
    assert.ok(standardVerifies(secret, both, body) && standardVerifies(other, both, body));
  }
});

test('our own check agrees, in both schemes', () => {
  const [secret, other] = [newSecret(), newSecret()];
  const body = Buffer.from('{}');
  const now = 1777204800;
  const headers = signatureHeaders([signingKey(secret)], ID, now, body);
  assert.deepEqual(verifySignatures(secret, headers, body, now), { signature: true, standard: true });
  assert.deepEqual(verifySignatures(secret, headers, body, now + 301), { signature: true, standard: false });
  assert.deepEqual(verifySignatures(other, headers, body, now), { signature: false, standard: false });
  assert.deepEqual(verifySignatures(secret, headers, changed(body, 0), now), {
    signature: false,
    standard: false,
  });
  assert.deepEqual(verifySignatures(secret, {}, body, now), { signature: false, standard: false });
  const both = signatureHeaders([signingKey(secret), signingKey(other)], ID, now, body);
  for (const one of [secret, other]) {
    assert.deepEqual(verifySignatures(one, both, body, now), { signature: true, standard: true });
  }
});

async function lastSent(
  { desk }: Awaited<ReturnType<typeof customers>>,
  sent: Sent[],
  deliver: () => Promise<void>,
): Promise<Sent> {
  await happen(desk);
  await deliver();
  return sent.at(-1)!;
}

async function rotating(kind: 'sqlite' | 'postgres', t: TestContext) {
  const given = await customers(kind, t);
  const { desk, masterKey } = given;
  const { member, signingSecret: old } = await claimed(given);
  await subscribe(desk, member);
  const { sent, deliver } = fakeDelivery(desk, masterKey, t);
  return { given, desk, masterKey, member, old, next: () => lastSent(given, sent, deliver) };
}

onEitherStore('for a day after a rotation both secrets sign, then the new one alone', async (kind, t) => {
  const { desk, masterKey, member, old, next } = await rotating(kind, t);
  const seconds = () => Math.floor(desk.now / 1000);
  const before = await next();
  assert.deepEqual(
    Object.keys(before.headers).filter((name) => name.includes('signature')),
    ['x-rf-signature', 'webhook-signature'],
  );
  const { secret, overlap_ends_at } = await rotateSigningSecret(desk, member, masterKey);
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal(overlap_ends_at, desk.now + 24 * HOUR);
  await assert.rejects(rotateSigningSecret(desk, member, masterKey), /A rotation is already in progress/);
  desk.now = overlap_ends_at - 1;
  const during = await next();
  assert.equal(during.headers['x-rf-signature'], opensslHex(old, during.body));
  assert.equal(during.headers['x-rf-signature-next'], opensslHex(secret, during.body));
  assert.equal(during.headers['webhook-signature']!.split(' ').length, 2);
  for (const one of [old, secret]) {
    const verdict = verifySignatures(one, during.headers, during.body, seconds());
    assert.deepEqual(verdict, { signature: true, standard: true });
  }
  desk.now = overlap_ends_at;
  const after = await next();
  assert.equal(after.headers['x-rf-signature'], opensslHex(secret, after.body));
  assert.equal(after.headers['x-rf-signature-next'], undefined);
  assert.deepEqual(verifySignatures(old, after.headers, after.body, seconds()), {
    signature: false,
    standard: false,
  });
  await rotateSigningSecret(desk, member, masterKey);
});

onEitherStore(
  'a Contract Admin, and nobody else, rotates and may end the overlap sooner',
  async (kind, t) => {
    const { given, desk, masterKey, member, next } = await rotating(kind, t);
    await assert.rejects(endSecretOverlap(desk, member), /No rotation is in progress/);
    const { secret } = await rotateSigningSecret(desk, member, masterKey);
    await endSecretOverlap(desk, member);
    const { headers, body } = await next();
    assert.equal(headers['x-rf-signature'], opensslHex(secret, body));
    assert.equal(headers['x-rf-signature-next'], undefined);
    await desk.store.transaction((writes) =>
      writes.updateTable('members').set({ role: 'developer' }).where('id', '=', member.id).execute(),
    );
    await assert.rejects(rotateSigningSecret(desk, member, masterKey), /requires the contract_admin role/);
    const rotations = (await actions(given)).filter((action) => action.includes('secret'));
    assert.deepEqual(rotations, ['workspace.secret_rotated', 'workspace.secret_overlap_ended']);
  },
);

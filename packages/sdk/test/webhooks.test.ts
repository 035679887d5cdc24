// Deliveries signed by code other than the verifier's own, unchanged and with one bit changed.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import {
  type BandChangedEvent,
  type WebhookEvent,
  type WebhookTestEvent,
  WebhookVerificationError,
  WebhookVerifier,
} from '../src/index.ts';
import { count, randomFrom } from './support/counts.ts';

const SENT = 1_794_700_800;

function delivery(random: () => number) {
  const letters = 'aé価😀"\\\n{}[]:, 0';
  const text = Array.from({ length: 1 + Math.floor(random() * 60) }, () => {
    return [...letters][Math.floor(random() * [...letters].length)];
  }).join('');
  const secret = `whsec_${Buffer.from(Array.from({ length: 32 }, () => random() * 256)).toString('base64')}`;
  const body = Buffer.from(
    JSON.stringify({ id: `id-${random()}`, type: 'webhook.test', data: { message: text } }),
  );
  const id = JSON.parse(body.toString()).id;
  const decoded = Buffer.from(secret.slice(6), 'base64');
  const standard = createHmac('sha256', decoded).update(`${id}.${SENT}.`).update(body).digest('base64');
  const own = createHmac('sha256', secret).update(body).digest('hex');
  const headers = {
    'x-rf-signature': own,
    'x-rf-timestamp': String(SENT),
    'webhook-id': id,
    'webhook-timestamp': String(SENT),
    'webhook-signature': `v1,${standard}`,
  };
  return { body, secret, headers, own, id };
}

const now = SENT * 1000;

test('every genuine delivery passes, in each form of body and headers', async () => {
  const random = randomFrom(3);
  for (let round = 0; round < count(50, 1000); round += 1) {
    const { body, secret, headers, own, id } = delivery(random);
    const forms = [body, new Uint8Array(body), Uint8Array.from(body).buffer, body.toString('utf8')];
    for (const form of forms) {
      assert.equal((await WebhookVerifier.verify(form, own, secret)).id, id);
      assert.equal((await WebhookVerifier.verifyRequest(form, headers, secret, { now })).id, id);
    }
    const listed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    for (const given of [new Headers(headers), listed]) {
      assert.equal((await WebhookVerifier.verifyRequest(body, given, [secret], { now })).id, id);
    }
  }
});

test('a body with one changed bit is rejected', async () => {
  const random = randomFrom(4);
  const refuses = (promise: Promise<WebhookEvent>) =>
    assert.rejects(promise, (error) => {
      assert.ok(error instanceof WebhookVerificationError);
      assert.equal(error.reason, 'signature_mismatch');
      return true;
    });
  for (let round = 0; round < count(200, 5000); round += 1) {
    const { body, secret, headers, own } = delivery(random);
    const bit = Math.floor(random() * body.length * 8);
    body[bit >> 3]! ^= 1 << (bit & 7);
    const { 'x-rf-signature': signature, 'x-rf-timestamp': timestamp } = headers;
    const alone = { 'x-rf-signature': signature, 'x-rf-timestamp': timestamp };
    await refuses(WebhookVerifier.verify(body, own, secret));
    await refuses(WebhookVerifier.verifyRequest(body, headers, secret, { now }));
    await refuses(WebhookVerifier.verifyRequest(body, alone, secret, { now }));
  }
});

test('the clock is the machine’s by default', async () => {
  const { body, secret, headers } = delivery(randomFrom(5));
  await assert.rejects(WebhookVerifier.verifyRequest(body, headers, secret), (error) => {
    assert.ok(error instanceof WebhookVerificationError);
    assert.equal(error.reason, 'timestamp_outside_tolerance');
    return true;
  });
});

test('a captured delivery without its signed time is rejected, and the message names the missing headers', async () => {
  const { body, secret, headers, own, id } = delivery(randomFrom(8));
  const alone = { 'x-rf-signature': own };
  const refuses = (given: Record<string, string>, message: RegExp) =>
    assert.rejects(WebhookVerifier.verifyRequest(body, given, secret, { now }), {
      reason: 'header_missing',
      message,
    });
  await refuses(alone, /webhook-id, webhook-timestamp, webhook-signature/);
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
    const others = Object.entries(headers).filter(([other]) => other !== name);
    await refuses(Object.fromEntries(others), new RegExp(`: ${name}\\.$`));
  }
  // A tolerance of NaN is a mistake of the receiver, not a request to skip the check.
  for (const toleranceSeconds of [0, Number.NaN]) {
    const verified = WebhookVerifier.verifyRequest(body, alone, secret, { toleranceSeconds, now });
    await assert.rejects(verified, { reason: 'header_missing' });
  }
  await assert.rejects(
    WebhookVerifier.verifyRequest(body, headers, secret, { toleranceSeconds: Number.NaN, now }),
    { reason: 'timestamp_outside_tolerance' },
  );
  const toleranceSeconds = Number.POSITIVE_INFINITY;
  assert.equal((await WebhookVerifier.verifyRequest(body, alone, secret, { toleranceSeconds })).id, id);
});

test('a repeated header, and a receiver without secrets', async () => {
  const { body, secret, headers } = delivery(randomFrom(7));
  const twice = { ...headers, 'X-RF-Signature': headers['x-rf-signature'] };
  const listed = { ...headers, 'webhook-id': [headers['webhook-id'], headers['webhook-id']] };
  for (const given of [twice, listed]) {
    await assert.rejects(WebhookVerifier.verifyRequest(body, given, secret, { now }), {
      reason: 'header_repeated',
    });
  }
  await assert.rejects(WebhookVerifier.verifyRequest(body, headers, '', { now }), {
    reason: 'signature_mismatch',
  });
  await assert.rejects(WebhookVerifier.verify(body, '', secret), { reason: 'signature_missing' });
  // What process.env gives for a variable that is not set.
  const unset = undefined as unknown as string;
  const missing = { name: 'InvalidArgumentError', argument: 'secrets', message: /secret is missing/ };
  await assert.rejects(WebhookVerifier.verifyRequest(body, headers, [], { now }), missing);
  await assert.rejects(WebhookVerifier.verify(body, headers['x-rf-signature'], unset), missing);
  for (const secrets of [unset, [secret, unset]]) {
    await assert.rejects(WebhookVerifier.verifyRequest(body, headers, secrets, { now }), missing);
  }
});

test('a parsed body or missing headers are reported as mistakes of the receiver', async () => {
  const { body, secret, headers } = delivery(randomFrom(9));
  const parsed = JSON.parse(body.toString());
  for (const wrong of [parsed, undefined, 7]) {
    const rejected = { name: 'InvalidArgumentError', argument: 'rawBody' };
    await assert.rejects(WebhookVerifier.verify(wrong, headers['x-rf-signature'], secret), rejected);
    await assert.rejects(WebhookVerifier.verifyRequest(wrong, headers, secret, { now }), rejected);
  }
  const none = undefined as unknown as Record<string, string>;
  await assert.rejects(WebhookVerifier.verifyRequest(body, none, secret, { now }), {
    name: 'InvalidArgumentError',
    argument: 'headers',
  });
});

test('the type of an event tells what its data contains', async () => {
  const { body, secret, own } = delivery(randomFrom(6));
  const event = await WebhookVerifier.verify(body, own, secret);
  // The compiler checks this: each branch has the type of that event alone.
  if (event.type === 'webhook.test')
    assert.equal(typeof (event satisfies WebhookTestEvent).data.message, 'string');
  else if (event.type === 'band.changed') assert.ok((event satisfies BandChangedEvent).data.new_band);
});

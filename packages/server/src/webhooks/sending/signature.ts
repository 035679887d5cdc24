// Signs webhooks in two schemes: the service's own, over the raw body, and Standard Webhooks, which includes the time so
// that receivers can reject replays. Both use the same secret: the first its whole text, the second its decoded part.

import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

const PREFIX = 'whsec_';
/** How far the time of a request may differ from the receiver's clock. */
const TOLERANCE_SECONDS = 5 * 60;

/** A secret as key objects, which are created once: creating them for each signature takes five times as long. */
export interface SigningKey {
  whole: KeyObject;
  decoded: KeyObject;
}

/**
 * The current keys, with the oldest first: one, or two during a rotation. There are three if an endpoint changes between
 * its own secret and that of its workspace while that one is rotated too.
 */
export type SigningKeys = readonly [SigningKey, ...SigningKey[]];

export function signingKey(secret: string): SigningKey {
  return {
    whole: createSecretKey(secret, 'utf8'),
    decoded: createSecretKey(secret.slice(PREFIX.length), 'base64'),
  };
}

export function bodySignature({ whole }: SigningKey, body: Uint8Array): string {
  return createHmac('sha256', whole).update(body).digest('hex');
}

function standardSignature({ decoded }: SigningKey, id: string, seconds: number, body: Uint8Array): string {
  return `v1,${createHmac('sha256', decoded).update(`${id}.${seconds}.`).update(body).digest('base64')}`;
}

export function signatureHeaders(
  keys: SigningKeys,
  id: string,
  seconds: number,
  body: Uint8Array,
): Record<string, string> {
  const [current] = keys;
  const next = keys.length > 1 ? keys.at(-1) : undefined;
  const headers: Record<string, string> = {
    'x-rf-event-id': id,
    'x-rf-timestamp': String(seconds),
    'x-rf-signature': bodySignature(current, body),
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': keys.map((key) => standardSignature(key, id, seconds, body)).join(' '),
  };
  if (next !== undefined) headers['x-rf-signature-next'] = bodySignature(next, body);
  return headers;
}

export interface Verdict {
  /** Of the body alone. */
  signature: boolean;
  /** Standard Webhooks, with id and time. */
  standard: boolean;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Verifies a request as a receiver does, with one of the current secrets; `now` is its clock, in seconds. */
export function verifySignatures(secret: string, headers: Headers, body: Uint8Array, now: number): Verdict {
  const key = signingKey(secret);
  const text = (name: string) => String(headers[name] ?? '');
  const expected = bodySignature(key, body);
  const seconds = Number(text('webhook-timestamp'));
  const isInTime = Math.abs(now - seconds) <= TOLERANCE_SECONDS;
  const standard = standardSignature(key, text('webhook-id'), seconds, body);
  return {
    signature: ['x-rf-signature', 'x-rf-signature-next'].some((name) => isSame(text(name), expected)),
    standard:
      isInTime &&
      text('webhook-signature')
        .split(' ')
        .some((one) => isSame(one, standard)),
  };
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

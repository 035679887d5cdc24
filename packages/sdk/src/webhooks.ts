// Webhooks: whether a delivery is what the service sent. Web Crypto compares, in constant time.

import { RfError } from './errors.ts';
import type { WebhookEvent } from './wire.ts';

/** Why a delivery was not believed. */
export type WebhookFault =
  | 'signature_missing'
  | 'signature_invalid'
  | 'timestamp_invalid'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'body_invalid';

export class WebhookVerificationError extends RfError {
  override name = 'WebhookVerificationError';
  readonly code: WebhookFault;

  constructor(code: WebhookFault, message: string) {
    super(message);
    this.code = code;
  }
}

/** As a server has them: a Headers object, or an object of texts and lists, in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyRequestOptions {
  /** How old, or how far ahead, a delivery may be; 300. */
  toleranceSeconds?: number | undefined;
  /** Milliseconds since 1970; the clock's unless given. */
  now?: number | undefined;
}

/** The bytes of the request, before anything parsed them: parsed and written again, they are others. */
export type RawBody = string | Uint8Array | ArrayBuffer;

export const WebhookVerifier = {
  /** Checks x-rf-signature alone. It says nothing of when the delivery was sent: prefer verifyRequest. */
  async verify(rawBody: RawBody, signature: string, secret: string): Promise<WebhookEvent> {
    const body = bytesOf(rawBody);
    if (!(await anyRfSignature([signature], body, [secret]))) throw wrongSignature();
    return eventOf(body);
  },

  /**
   * Checks a delivery with all of its headers: the Standard Webhooks signature, which covers the time, where the
   * delivery has one, otherwise x-rf-signature. While a secret is being rotated, hand over the old and the new one.
   */
  async verifyRequest(
    rawBody: RawBody,
    headers: WebhookHeaders,
    secrets: string | readonly string[],
    { toleranceSeconds = 300, now = Date.now() }: VerifyRequestOptions = {},
  ): Promise<WebhookEvent> {
    const body = bytesOf(rawBody);
    const known = typeof secrets === 'string' ? [secrets] : secrets;
    const read = (name: string) => headerOf(headers, name);
    const standard = read('webhook-signature');
    const own = [read('x-rf-signature'), read('x-rf-signature-next')].filter((text) => text !== null);
    if (standard === null && own.length === 0) {
      throw new WebhookVerificationError('signature_missing', 'The delivery has no signature.');
    }
    const timestamp = read(standard === null ? 'x-rf-timestamp' : 'webhook-timestamp') ?? '';
    const genuine =
      standard === null
        ? await anyRfSignature(own, body, known)
        : await anyStandardSignature(standard, `${read('webhook-id')}.${timestamp}.`, body, known);
    if (!genuine) throw wrongSignature();
    requireRecent(timestamp, toleranceSeconds, now);
    return eventOf(body);
  },
} as const;

/** Lower-case hex HMAC-SHA-256 of the body, under the whole text of the secret. */
async function anyRfSignature(
  signatures: string[],
  body: Bytes,
  secrets: readonly string[],
): Promise<boolean> {
  const candidates = signatures.filter((text) => /^[0-9a-f]{64}$/.test(text));
  const macs = candidates.map((hex) =>
    Uint8Array.from(hex.match(/../g)!, (byte) => Number.parseInt(byte, 16)),
  );
  return anyMatches(macs, body, secrets.map(bytesOf));
}

/** Space-separated `v1,` and base64 of HMAC-SHA-256 of id.timestamp.body, under what the secret encodes. */
async function anyStandardSignature(
  header: string,
  prefix: string,
  body: Bytes,
  secrets: readonly string[],
): Promise<boolean> {
  const macs = header
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => fromBase64(entry.slice(3)));
  const keys = secrets.map((secret) => fromBase64(secret.replace(/^whsec_/, '')));
  const start = bytesOf(prefix);
  const signed = new Uint8Array(start.length + body.length);
  signed.set(start);
  signed.set(body, start.length);
  return anyMatches(macs.filter(isThere), signed, keys.filter(isThere));
}

async function anyMatches(macs: Bytes[], signed: Bytes, keys: Bytes[]): Promise<boolean> {
  const { subtle } = crypto;
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  let matches = false;
  for (const bytes of keys) {
    // Web Crypto takes no empty key.
    if (bytes.length === 0) continue;
    const key = await subtle.importKey('raw', bytes, hmac, false, ['verify']);
    for (const mac of macs) matches = (await subtle.verify('HMAC', key, mac, signed)) || matches;
  }
  return matches;
}

function requireRecent(timestamp: string, tolerance: number, now: number): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError('timestamp_invalid', 'The delivery does not say when it was sent.');
  }
  const age = Math.floor(now / 1000) - Number(timestamp);
  if (age > tolerance) {
    throw new WebhookVerificationError('timestamp_too_old', `The delivery was sent ${age} seconds ago.`);
  }
  if (age < -tolerance) {
    throw new WebhookVerificationError('timestamp_too_new', `The delivery is dated ${-age} seconds ahead.`);
  }
}

function eventOf(body: Bytes): WebhookEvent {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (typeof event.id === 'string' && typeof event.type === 'string') return event;
  } catch {
    // Told below: whatever it is, it is no event.
  }
  throw new WebhookVerificationError('body_invalid', 'The body is genuine, but it is not an event.');
}

function wrongSignature(): WebhookVerificationError {
  return new WebhookVerificationError('signature_invalid', 'No signature belongs to this body and secret.');
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (typeof headers.get === 'function') return headers.get(name);
  const found = Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1];
  return (Array.isArray(found) ? found.join(' ') : found) ?? null;
}

type Bytes = Uint8Array<ArrayBuffer>;

function bytesOf(body: RawBody): Bytes {
  return typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
}

function fromBase64(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

function isThere<Value>(value: Value | null): value is Value {
  return value !== null;
}

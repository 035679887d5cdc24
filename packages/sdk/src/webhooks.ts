// Webhooks: whether a delivery is what the service sent. Web Crypto compares, in constant time.

import { RfError } from './errors.ts';
import type { WebhookEvent } from './wire.ts';

/** Why a delivery was not believed. */
export type WebhookFault =
  | 'signature_missing'
  | 'signature_malformed'
  | 'signature_mismatch'
  | 'header_missing'
  | 'header_repeated'
  | 'timestamp_malformed'
  | 'timestamp_outside_tolerance'
  | 'body_malformed';

export class WebhookVerificationError extends RfError {
  override name = 'WebhookVerificationError';
  readonly reason: WebhookFault;

  constructor(reason: WebhookFault, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** As a server has them: a Headers object, or an object of texts and lists, in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyRequestOptions {
  /** How far the signed time may be from the clock; 300. Infinity leaves it unchecked, and asks for no signed time. */
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
    if (!signature) throw unsigned();
    await requireOwnSignature([signature], body, usable([secret]));
    return eventOf(body);
  },

  /**
   * Checks a delivery with all of its headers: x-rf-signature, and the Standard Webhooks signature, which covers the
   * time and must be there unless the tolerance is Infinity. Every scheme that the delivery carries must hold, with any
   * of your secrets: hand over the old and the new one while you rotate.
   */
  async verifyRequest(
    rawBody: RawBody,
    headers: WebhookHeaders,
    secrets: string | readonly string[],
    { toleranceSeconds = 300, now = Date.now() }: VerifyRequestOptions = {},
  ): Promise<WebhookEvent> {
    const body = bytesOf(rawBody);
    const known = usable(secrets);
    const own = OWN_HEADERS.map((name) => headerOf(headers, name)).filter((text) => text !== null);
    const standard = STANDARD_HEADERS.map((name) => headerOf(headers, name));
    const isStandard = standard.some((text) => text !== null);
    if (own.length === 0 && !isStandard) throw unsigned();
    if (own.length > 0) await requireOwnSignature(own, body, known);
    // Only this scheme signs the time: whoever replays a delivery could leave its headers out.
    if (isStandard || toleranceSeconds !== Number.POSITIVE_INFINITY) {
      await requireStandardSignature(standard, body, known);
      const away = Math.abs(now / 1000 - Number(standard[1]));
      // Not `>`: a tolerance that is no number must let nothing pass.
      if (!(away <= toleranceSeconds)) {
        throw new WebhookVerificationError(
          'timestamp_outside_tolerance',
          `The time of the delivery is ${Math.round(away)} seconds away.`,
        );
      }
    }
    return eventOf(body);
  },
} as const;

const OWN_HEADERS = ['x-rf-signature', 'x-rf-signature-next'];
const STANDARD_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** An empty secret is one that everybody knows, and so is the bare prefix: neither can vouch for anything. */
function usable(secrets: string | readonly string[]): string[] {
  const known = [secrets].flat();
  if (known.length === 0) throw new TypeError('Give at least one secret.');
  // A setting that is not there is undefined, whatever the types say.
  if (known.some((secret) => typeof secret !== 'string')) throw new TypeError('Give each secret as text.');
  return known.filter((secret) => bare(secret) !== '');
}

function bare(secret: string): string {
  return secret.replace(/^whsec_/, '');
}

/** Lower-case hex HMAC-SHA-256 of the body, under the whole text of the secret. */
async function requireOwnSignature(
  signatures: readonly string[],
  body: Bytes,
  secrets: readonly string[],
): Promise<void> {
  const macs = signatures
    .filter((text) => /^[0-9a-f]{64}$/.test(text))
    .map((hex) => Uint8Array.from(hex.match(/../g)!, (byte) => Number.parseInt(byte, 16)));
  if (macs.length === 0) {
    throw new WebhookVerificationError(
      'signature_malformed',
      'The signature is not 64 lower-case hex digits.',
    );
  }
  await requireMatch(macs, body, secrets.map(bytesOf));
}

/** Space-separated `v1,` and base64 of HMAC-SHA-256 of id.timestamp.body, under what the secret encodes. */
async function requireStandardSignature(
  standard: readonly (string | null)[],
  body: Bytes,
  secrets: readonly string[],
): Promise<void> {
  const [id, timestamp, header] = standard;
  if (!id || !timestamp || !header) {
    const missing = STANDARD_HEADERS.filter((_, index) => !standard[index]);
    throw new WebhookVerificationError('header_missing', `Headers are missing: ${missing.join(', ')}.`);
  }
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError(
      'timestamp_malformed',
      'The time of the delivery is not whole seconds.',
    );
  }
  const macs = header
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => fromBase64(entry.slice(3)));
  const keys = secrets.map((secret) => fromBase64(bare(secret)));
  const start = bytesOf(`${id}.${timestamp}.`);
  const signed = new Uint8Array(start.length + body.length);
  signed.set(start);
  signed.set(body, start.length);
  await requireMatch(macs.filter(isThere), signed, keys.filter(isThere));
}

async function requireMatch(macs: Bytes[], signed: Bytes, keys: Bytes[]): Promise<void> {
  const { subtle } = crypto;
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  let matches = false;
  for (const bytes of keys) {
    // Web Crypto takes no empty key.
    if (bytes.length === 0) continue;
    const key = await subtle.importKey('raw', bytes, hmac, false, ['verify']);
    for (const mac of macs) matches = (await subtle.verify('HMAC', key, mac, signed)) || matches;
  }
  if (!matches) {
    throw new WebhookVerificationError(
      'signature_mismatch',
      'The signature does not belong to this body and secret.',
    );
  }
}

function eventOf(body: Bytes): WebhookEvent {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (typeof event.id === 'string' && typeof event.type === 'string') return event;
  } catch {
    // Told below: whatever it is, it is no event.
  }
  throw new WebhookVerificationError('body_malformed', 'The body is genuine, but it is not an event.');
}

function unsigned(): WebhookVerificationError {
  return new WebhookVerificationError('signature_missing', 'The delivery is not signed.');
}

/** A header that stands twice has no one meaning. */
function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (typeof headers.get === 'function') return headers.get(name);
  const values = Object.entries(headers)
    .filter(([other]) => other.toLowerCase() === name)
    .flatMap(([, value]) => value ?? []);
  if (values.length > 1) throw new WebhookVerificationError('header_repeated', `${name} stands twice.`);
  return values[0] ?? null;
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

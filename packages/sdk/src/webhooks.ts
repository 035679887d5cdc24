// Verifies webhook deliveries. Web Crypto compares signatures in constant time.

import { InvalidArgumentError, RfError } from './errors.ts';
import type { WebhookEvent } from './generated/wire.ts';
import { throwingRfErrors } from './guard.ts';

/** Why a delivery was rejected. */
export type WebhookRejection =
  | 'signature_missing'
  | 'signature_malformed'
  | 'signature_mismatch'
  | 'header_missing'
  | 'header_repeated'
  | 'timestamp_malformed'
  | 'timestamp_outside_tolerance'
  | 'body_malformed';

/** The delivery is not one that the service sent to you now. Respond with a 4xx status. */
export class WebhookVerificationError extends RfError {
  override name = 'WebhookVerificationError';
  readonly reason: WebhookRejection;

  constructor(reason: WebhookRejection, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The headers as servers provide them: a Headers object, or an object of strings and lists, in any letter case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyRequestOptions {
  /** How far the signed time may be from the clock; 300 by default. With Infinity the time is not checked and need not be signed. */
  toleranceSeconds?: number | undefined;
  /** Milliseconds since 1970; the machine's clock by default. */
  now?: number | undefined;
}

/** The body exactly as it arrived. Do not parse it first: JSON that is parsed and written again has other bytes. */
export type RawBody = string | Uint8Array | ArrayBuffer;

export const WebhookVerifier = {
  /** Checks x-rf-signature alone. This signature does not cover the time, so prefer verifyRequest. */
  verify(rawBody: RawBody, signature: string, secret: string): Promise<WebhookEvent> {
    return throwingRfErrors(async () => {
      const body = bytesOf(rawBody);
      const secrets = usableSecrets([secret]);
      if (!signature) throw unsigned();
      await requireOwnSignature([signature], body, secrets);
      return eventOf(body);
    });
  },

  /**
   * Checks a delivery with all its headers: x-rf-signature, and the Standard Webhooks signature, which covers the time
   * and is required unless the tolerance is Infinity. Every signature that the delivery carries must match one of your
   * secrets: while you rotate, give both the old and the new secret.
   */
  verifyRequest(
    rawBody: RawBody,
    headers: WebhookHeaders,
    secrets: string | readonly string[],
    options: VerifyRequestOptions = {},
  ): Promise<WebhookEvent> {
    return throwingRfErrors(async () => {
      const { toleranceSeconds = 300, now = Date.now() } = options;
      const body = bytesOf(rawBody);
      const known = usableSecrets(secrets);
      const own = OWN_HEADERS.map((name) => headerOf(headers, name)).filter((text) => text !== null);
      const standard = STANDARD_HEADERS.map((name) => headerOf(headers, name));
      const isStandard = standard.some((text) => text !== null);
      if (own.length === 0 && !isStandard) throw unsigned();
      if (own.length > 0) await requireOwnSignature(own, body, known);
      // Only this signature covers the time, and someone who replays a delivery could leave its headers out.
      if (isStandard || toleranceSeconds !== Number.POSITIVE_INFINITY) {
        await requireStandardSignature(standard, body, known);
        requireRecent(Number(standard[1]), now / 1000, toleranceSeconds);
      }
      return eventOf(body);
    });
  },
} as const;

const OWN_HEADERS = ['x-rf-signature', 'x-rf-signature-next'];
const STANDARD_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** Everybody knows the empty secret and the bare prefix, so neither of them may match anything. */
function usableSecrets(secrets: string | readonly string[]): string[] {
  const given = [secrets].flat();
  // An environment variable that is not set is undefined, whatever the types say.
  if (given.length === 0 || given.some((secret) => typeof secret !== 'string')) {
    const message =
      'The webhook secret is missing. Give it as a string that starts with whsec_. If it comes from an environment variable, check that the variable is set.';
    throw new InvalidArgumentError('secrets', message);
  }
  return given.filter((secret) => withoutPrefix(secret) !== '');
}

function withoutPrefix(secret: string): string {
  return secret.replace(/^whsec_/, '');
}

/** Lower-case hex HMAC-SHA-256 of the body; the key is the whole secret as text. */
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
  await requireMatch(macs, body, secrets.map(utf8));
}

/** Space-separated `v1,` and base64 HMAC-SHA-256 of id.timestamp.body; the key is what the secret encodes. */
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
      'webhook-timestamp is not a whole number of seconds.',
    );
  }
  const macs = header
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => fromBase64(entry.slice(3)));
  const keys = secrets.map((secret) => fromBase64(withoutPrefix(secret)));
  const start = utf8(`${id}.${timestamp}.`);
  const signed = new Uint8Array(start.length + body.length);
  signed.set(start);
  signed.set(body, start.length);
  await requireMatch(macs.filter(isPresent), signed, keys.filter(isPresent));
}

function requireRecent(signedAt: number, now: number, toleranceSeconds: number): void {
  const distance = Math.abs(now - signedAt);
  // Not `>`: a tolerance of NaN must let nothing pass.
  if (!(distance <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      'timestamp_outside_tolerance',
      `The delivery was signed ${Math.round(distance)} seconds away from the current time.`,
    );
  }
}

async function requireMatch(macs: Bytes[], signed: Bytes, keys: Bytes[]): Promise<void> {
  const { subtle } = crypto;
  // Browsers leave it out on pages that were not loaded over HTTPS.
  if (!subtle) throw new RfError('Web Crypto is not available here, so no signature can be checked.');
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  let matches = false;
  for (const bytes of keys) {
    // Web Crypto accepts no empty key.
    if (bytes.length === 0) continue;
    const key = await subtle.importKey('raw', bytes, hmac, false, ['verify']);
    for (const mac of macs) matches = (await subtle.verify('HMAC', key, mac, signed)) || matches;
  }
  if (!matches) {
    throw new WebhookVerificationError(
      'signature_mismatch',
      'The signature does not match this body and secret.',
    );
  }
}

function eventOf(body: Bytes): WebhookEvent {
  try {
    const event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (typeof event.id === 'string' && typeof event.type === 'string') return event;
  } catch {
    // Reported below.
  }
  throw new WebhookVerificationError(
    'body_malformed',
    'The signature is valid, but the body is not an event.',
  );
}

function unsigned(): WebhookVerificationError {
  return new WebhookVerificationError('signature_missing', 'The delivery is not signed.');
}

/** A header that appears twice is rejected: receivers could disagree on which one counts. */
function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (typeof headers !== 'object' || headers === null) {
    throw new InvalidArgumentError('headers', 'headers must be a Headers object, or an object of strings.');
  }
  if (typeof headers.get === 'function') return headers.get(name) ?? null;
  const values = Object.entries(headers)
    .filter(([other]) => other.toLowerCase() === name)
    .flatMap(([, value]) => value ?? []);
  if (values.length > 1) throw new WebhookVerificationError('header_repeated', `${name} appears twice.`);
  return values.length === 0 ? null : String(values[0]);
}

type Bytes = Uint8Array<ArrayBuffer>;

function bytesOf(body: RawBody): Bytes {
  if (typeof body === 'string') return utf8(body);
  // By name: a buffer of another realm, such as a frame or a test's, is not an instance of this realm's class.
  const isBytes = /^\[object (Uint8Array|ArrayBuffer)\]$/.test(Object.prototype.toString.call(body));
  if (isBytes) return new Uint8Array(body);
  const message =
    'rawBody must be the request body as it arrived: a string or bytes, before it is parsed as JSON.';
  throw new InvalidArgumentError('rawBody', message);
}

function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

function fromBase64(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

function isPresent<Value>(value: Value | null): value is Value {
  return value !== null;
}

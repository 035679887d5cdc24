// The settings of a client and of a call, and their checks.

import { InvalidArgumentError } from './errors.ts';

export interface RfClientOptions {
  /** The address of the service, such as https://indicators.example; it may have a path. */
  baseUrl: string;
  /** Not needed for public operations. It is sent only to operations that require it. */
  apiKey?: string | undefined;
  /** Milliseconds that one attempt may take, including its body; 30,000 by default. */
  timeout?: number | undefined;
  /** How many times a request is repeated after it failed; 3 by default. */
  maxRetries?: number | undefined;
  /** Milliseconds that a call may wait between its attempts in total; 30,000 by default. */
  maxWait?: number | undefined;
  /** How many answers are kept, so that an unchanged one is not downloaded again; 0 by default. */
  etagCache?: number | undefined;
  /** Used instead of the platform's fetch. */
  fetch?: typeof globalThis.fetch | undefined;
}

export interface RequestOptions {
  /** Ends the call, including its waits; the call then throws an AbortError. */
  signal?: AbortSignal | undefined;
  /** Milliseconds that one attempt of this call may take. */
  timeout?: number | undefined;
}

export interface Settings {
  /** Without a slash at its end. */
  baseUrl: string;
  apiKey: string | undefined;
  timeout: number;
  maxRetries: number;
  maxWait: number;
  etagCache: number;
  fetch: typeof globalThis.fetch | undefined;
}

export function readSettings(options: RfClientOptions): Settings {
  // JavaScript callers may leave out what the types require.
  const { baseUrl, apiKey, timeout, maxRetries, maxWait, etagCache, fetch }: Partial<RfClientOptions> =
    options ?? {};
  if (fetch !== undefined && typeof fetch !== 'function') {
    throw new InvalidArgumentError('fetch', 'fetch must be a function.');
  }
  return {
    baseUrl: readBaseUrl(baseUrl),
    apiKey: readApiKey(apiKey),
    timeout: numberFrom(1, 'timeout', timeout ?? 30_000),
    maxRetries: numberFrom(0, 'maxRetries', maxRetries ?? 3),
    maxWait: numberFrom(0, 'maxWait', maxWait ?? 30_000),
    etagCache: numberFrom(0, 'etagCache', etagCache ?? 0),
    fetch,
  };
}

/** NaN is refused too: a timer of NaN milliseconds ends at once. */
export function numberFrom(least: number, name: string, value: number): number {
  if (typeof value === 'number' && value >= least) return value;
  throw new InvalidArgumentError(name, `${name} must be a number, at least ${least}.`);
}

function readBaseUrl(baseUrl: string | undefined): string {
  const example = "new RfClient({ baseUrl: 'https://indicators.example' })";
  if (baseUrl === undefined || baseUrl === null || baseUrl === '') {
    const message = `baseUrl is missing. Give the address of the service: ${example}. If it comes from an environment variable, check that the variable is set.`;
    throw new InvalidArgumentError('baseUrl', message);
  }
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  // Not quoted in the message: it may contain a password.
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.search ||
    url.hash ||
    url.username ||
    url.password
  ) {
    const message = `baseUrl must start with http:// or https:// and have no query, fragment, user name or password: ${example}.`;
    throw new InvalidArgumentError('baseUrl', message);
  }
  return url.href.replace(/\/+$/, '');
}

/** Checked here because a fetch that rejects a header quotes it: a key must not appear in a message. */
function readApiKey(apiKey: string | undefined): string | undefined {
  if (apiKey === undefined || (typeof apiKey === 'string' && /^[!-~]+$/.test(apiKey))) return apiKey;
  const message =
    'apiKey is not a valid key: it is empty, or contains a space, a line break or a character that no key has.';
  throw new InvalidArgumentError('apiKey', message);
}

// One request: sent, sent again where that is safe and useful, and read. Only web globals are used.

import { ApiError, NetworkError, notTheService, type Refusal, refused, TimeoutError } from './errors.ts';
import type { Problem } from './wire.ts';

export interface RfClientOptions {
  /** Where the service is, such as https://indicators.example; it may have a path. */
  baseUrl: string;
  /** Not needed for what is public. It is sent to keyed operations only. */
  apiKey?: string | undefined;
  /** Milliseconds that one try may take, body included; 30 seconds. */
  timeout?: number | undefined;
  /** How often a request is sent again; 3. */
  maxRetries?: number | undefined;
  /** Milliseconds that a call may wait between its tries, all in all; 30 seconds. */
  maxWait?: number | undefined;
  /** How many answers are kept, so that an unchanged one is not sent again; 0. */
  etagCache?: number | undefined;
  /** Instead of the platform's. */
  fetch?: typeof globalThis.fetch | undefined;
}

export interface RequestOptions {
  /** Ends the call, waits included; it then throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds that one try of this call may take. */
  timeout?: number | undefined;
}

export interface Call {
  path: string;
  query?: object | undefined;
  /** Whether the key is sent. */
  keyed?: boolean;
  /** JSON to post; without it the request is a GET. */
  body?: unknown;
  /** For a POST that may be sent again without being taken twice. */
  idempotencyKey?: string;
  options?: RequestOptions | undefined;
}

type Reading = 'text' | 'bytes';

/** Kept as it came, and parsed for each reader, who may change it. */
interface Received {
  content: string | Uint8Array;
  status: number;
  requestId: string | null;
  etag: string | null;
}

const RETRIED = [429, 502, 503, 504];
const FIRST_WAIT = 500;
const LONGEST_BACKOFF = 8000;
/** How much later than the service asks a request is sent again, at most. */
const LATER = 250;
/** Timers of more milliseconds than this would end at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

export class Transport {
  readonly #baseUrl: string;
  readonly #apiKey: string | undefined;
  readonly #settings: Record<'timeout' | 'maxRetries' | 'maxWait' | 'etagCache', number>;
  readonly #fetch: RfClientOptions['fetch'];
  readonly #kept = new Map<string, Received>();

  constructor({ baseUrl, apiKey, timeout, maxRetries, maxWait, etagCache, fetch }: RfClientOptions) {
    const { href, search, hash, protocol } = new URL(baseUrl);
    if (!/^https?:$/.test(protocol) || search || hash) {
      throw new TypeError('baseUrl is an http or https address without a query.');
    }
    // Said here, because a fetch that refuses a header quotes it.
    if (apiKey !== undefined && !/^[!-~]+$/.test(apiKey)) {
      throw new TypeError('apiKey is not a key: it is empty, or has a space or a line break in it.');
    }
    this.#baseUrl = href.replace(/\/+$/, '');
    this.#apiKey = apiKey;
    this.#settings = {
      timeout: timeout ?? 30_000,
      maxRetries: maxRetries ?? 3,
      maxWait: maxWait ?? 30_000,
      etagCache: etagCache ?? 0,
    };
    this.#fetch = fetch;
  }

  async json<Answer extends object>(call: Call): Promise<Answer> {
    const { content, status, requestId } = await this.#send(call, 'text');
    const value = parsed(content as string);
    if (value === null) throw notTheService(status, requestId);
    return value as Answer;
  }

  async text(call: Call): Promise<string> {
    return (await this.#send(call, 'text')).content as string;
  }

  async bytes(call: Call): Promise<Uint8Array> {
    return (await this.#send(call, 'bytes')).content as Uint8Array;
  }

  async #send(call: Call, reading: Reading): Promise<Received> {
    const { maxRetries, maxWait } = this.#settings;
    const repeatable = call.body === undefined || call.idempotencyKey !== undefined;
    let patience = maxWait;
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#try(call, reading);
      } catch (error) {
        const api = error instanceof ApiError ? error : null;
        const passing = api ? RETRIED.includes(api.status) : error instanceof NetworkError;
        if (!passing || !repeatable || tries >= maxRetries) throw error;
        const asked = api?.retryAfter ?? null;
        // A wait that the service asks for and that is longer than what is left is not begun.
        if (asked !== null && asked * 1000 > patience) throw error;
        const backoff = Math.min(LONGEST_BACKOFF, FIRST_WAIT * 2 ** tries);
        // Jitter keeps many clients that failed together from coming back together; never before Retry-After.
        const jittered =
          asked === null ? backoff * (0.5 + Math.random() / 2) : asked * 1000 + Math.random() * LATER;
        const waits = Math.min(patience, jittered);
        patience -= waits;
        await pause(waits, call.options?.signal);
      }
    }
  }

  async #try({ path, query, keyed, body, idempotencyKey, options }: Call, reading: Reading) {
    const url = this.#baseUrl + path + queryText(query);
    const kept = body === undefined ? this.#kept.get(url) : undefined;
    const headers: Record<string, string> = {};
    if (keyed && this.#apiKey !== undefined) headers['x-api-key'] = this.#apiKey;
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
    if (kept?.etag) headers['if-none-match'] = kept.etag;

    const { signal, timeout = this.#settings.timeout } = options ?? {};
    signal?.throwIfAborted();
    const controller = new AbortController();
    const abort = () => controller.abort();
    signal?.addEventListener('abort', abort);
    const timer = timeout <= LONGEST_TIMER ? setTimeout(abort, timeout) : undefined;
    // Held by a plain name: a browser's fetch refuses to be called as a method of something else.
    const fetch = this.#fetch ?? globalThis.fetch;
    try {
      const response = await fetch(url, {
        method: body === undefined ? 'GET' : 'POST',
        headers,
        signal: controller.signal,
        // The service redirects nothing, and whoever else does shall not be sent the key.
        redirect: 'manual',
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const { status } = response;
      const requestId = response.headers.get('x-request-id');
      if (status === 304 && kept) return kept;
      if (status >= 400) throw refused(await refusalOf(response));
      if (!response.ok) throw notTheService(status, requestId);
      const content =
        reading === 'text' ? await response.text() : new Uint8Array(await response.arrayBuffer());
      const received = { content, status, requestId, etag: response.headers.get('etag') };
      if (received.etag && body === undefined) this.#keep(url, received);
      return received;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ApiError) throw error;
      if (controller.signal.aborted) throw new TimeoutError(`No whole answer came in ${timeout} ms.`);
      throw new NetworkError(`The request failed: ${(error as Error).message}`, { cause: error });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** The answer that was kept longest ago makes room. */
  #keep(url: string, kept: Received): void {
    this.#kept.delete(url);
    this.#kept.set(url, kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#settings.etagCache) break;
      this.#kept.delete(oldest);
    }
  }
}

function queryText(query: object = {}): string {
  const given = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return given.length === 0 ? '' : `?${given.join('&')}`;
}

async function refusalOf(response: Response): Promise<Refusal> {
  const { status, headers } = response;
  const content = parsed(await response.text()) as Partial<Problem> | null;
  // What a proxy writes in the service's stead is no problem document.
  const problem = typeof content?.code === 'string' ? content : {};
  const retryAfter = secondsOf(headers.get('retry-after')) ?? problem.retry_after;
  return {
    status,
    problem,
    requestId: headers.get('x-request-id') ?? problem.request_id ?? null,
    retryAfter: typeof retryAfter === 'number' ? retryAfter : null,
  };
}

/** Null where the text is no JSON object. */
function parsed(text: string): object | null {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Retry-After is a number of seconds, or a date. */
function secondsOf(text: string | null): number | null {
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });
}

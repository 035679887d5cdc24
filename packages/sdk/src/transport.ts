// Sends one request, repeats it where that is safe and useful, and reads the response. It uses only web globals.

import { apiError, invalidAnswer } from './error-of-response.ts';
import {
  AbortError,
  ApiError,
  type ApiErrorDetails,
  InvalidArgumentError,
  NetworkError,
  RfError,
  TimeoutError,
} from './errors.ts';
import type { Problem } from './generated/wire.ts';
import { rateLimitOf, retryAfterOf } from './rate-limit.ts';
import { readBytes, readText } from './read-body.ts';
import type { ResponseDetails, WithResponse } from './response.ts';
import { numberFrom, type RequestOptions, type Settings } from './settings.ts';

export interface Call {
  path: string;
  query?: object | undefined;
  /** Whether the API key is sent. */
  keyed?: boolean;
  /** JSON to post; without it the request is a GET. */
  body?: unknown;
  /** Makes a POST safe to repeat: the service acts on it once. */
  idempotencyKey?: string;
  /** Of a POST that changes nothing. */
  onlyReads?: boolean;
  options?: RequestOptions | undefined;
}

type ReadAs = 'text' | 'bytes';
type Content = string | Uint8Array;

const RETRIED_STATUSES = [429, 502, 503, 504];
const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 8000;
/** A repeated request is sent up to this much later than Retry-After, so that clients do not all return together. */
const RETRY_AFTER_JITTER_MS = 250;
/** A longer timer would end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export class Transport {
  readonly #settings: Settings;
  /** By URL, the one kept longest first. The content is parsed again for each caller, who may change the result. */
  readonly #kept = new Map<string, { etag: string; content: Content }>();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  async json<Answer extends object>(call: Call): Promise<WithResponse<Answer>> {
    const { data, response } = await this.#send(call, 'text');
    const value = parseObject(data as string);
    if (value === null) throw invalidAnswer(response.status, response.requestId);
    return { data: value as Answer, response };
  }

  text(call: Call): Promise<WithResponse<string>> {
    return this.#send(call, 'text') as Promise<WithResponse<string>>;
  }

  bytes(call: Call): Promise<WithResponse<Uint8Array>> {
    return this.#send(call, 'bytes') as Promise<WithResponse<Uint8Array>>;
  }

  async #send(call: Call, readAs: ReadAs): Promise<WithResponse<Content>> {
    const { baseUrl, maxRetries, maxWait } = this.#settings;
    const url = baseUrl + call.path + queryText(call.query);
    const body = call.body === undefined ? undefined : bodyText(call.body);
    const isRepeatable = body === undefined || call.onlyReads || call.idempotencyKey !== undefined;
    let waitLeft = maxWait;
    for (let retries = 0; ; retries += 1) {
      try {
        return await this.#attempt(url, body, call, readAs);
      } catch (error) {
        const api = error instanceof ApiError ? error : null;
        // Somebody else responded: they would again.
        const isOther = api?.code === 'invalid_answer';
        const isTemporary = api
          ? !isOther && RETRIED_STATUSES.includes(api.status)
          : error instanceof NetworkError;
        if (!isTemporary || !isRepeatable || retries >= maxRetries) throw error;
        const retryAfter = api?.retryAfter ?? null;
        if (retryAfter !== null && retryAfter * 1000 > waitLeft) throw error;
        const wait = Math.min(waitLeft, waitBefore(retries, retryAfter));
        waitLeft -= wait;
        await pause(wait, call.options?.signal);
      }
    }
  }

  async #attempt(
    url: string,
    body: string | undefined,
    { keyed, idempotencyKey, options }: Call,
    readAs: ReadAs,
  ): Promise<WithResponse<Content>> {
    const { apiKey } = this.#settings;
    const kept = body === undefined ? this.#kept.get(url) : undefined;
    const headers: Record<string, string> = {};
    if (keyed && apiKey !== undefined) headers['x-api-key'] = apiKey;
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
    if (kept) headers['if-none-match'] = kept.etag;

    const { signal } = options ?? {};
    const timeout = numberFrom(1, 'timeout', options?.timeout ?? this.#settings.timeout);
    if (signal?.aborted) throw aborted(signal);
    const controller = new AbortController();
    const abort = () => controller.abort();
    signal?.addEventListener('abort', abort);
    const timer = timeout <= LONGEST_TIMER_MS ? setTimeout(abort, timeout) : undefined;
    // Not called as a method: a browser's fetch throws unless its receiver is the global object.
    const fetch = this.#settings.fetch ?? globalThis.fetch;
    try {
      const response = await fetch(url, {
        method: body === undefined ? 'GET' : 'POST',
        headers,
        signal: controller.signal,
        // The service never redirects; anyone else who does must not receive the key.
        redirect: 'manual',
        ...(body === undefined ? {} : { body }),
      });
      const details = detailsOf(response);
      if (response.status === 304 && kept) return { data: kept.content, response: details };
      if (response.status >= 400) throw apiError(await errorDetailsOf(response));
      if (!response.ok) throw invalidAnswer(response.status, details.requestId);
      const content = await (readAs === 'text' ? readText(response) : readBytes(response));
      const etag = response.headers.get('etag');
      if (etag && body === undefined) this.#keep(url, etag, content);
      return { data: content, response: details };
    } catch (error) {
      if (signal?.aborted) throw aborted(signal);
      if (error instanceof RfError) throw error;
      if (controller.signal.aborted) {
        throw new TimeoutError(`No complete response from ${addressOf(url)} arrived in ${timeout} ms.`);
      }
      throw new NetworkError(`The request to ${addressOf(url)} failed: ${reasonOf(error)}`, { cause: error });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  #keep(url: string, etag: string, content: Content): void {
    this.#kept.delete(url);
    this.#kept.set(url, { etag, content });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#settings.etagCache) break;
      this.#kept.delete(oldest);
    }
  }
}

/** Jitter keeps clients that failed together from returning together; never earlier than Retry-After. */
function waitBefore(retries: number, retryAfter: number | null): number {
  if (retryAfter !== null) return retryAfter * 1000 + Math.random() * RETRY_AFTER_JITTER_MS;
  const backoff = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** retries);
  return backoff * (0.5 + Math.random() / 2);
}

function queryText(query: object | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  return `?${given.map(([name, value]) => `${name}=${encodedValue(name, value)}`).join('&')}`;
}

export function encodedValue(name: string, value: unknown): string {
  try {
    if (['string', 'number', 'boolean'].includes(typeof value)) return encodeURIComponent(String(value));
  } catch {
    // Half of a surrogate pair, which has no UTF-8 form.
  }
  throw new InvalidArgumentError(name, `${name} must be a well-formed string, a number or a boolean.`);
}

function bodyText(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new InvalidArgumentError('body', 'The request cannot be written as JSON.', { cause });
  }
}

function detailsOf({ status, headers }: Response): ResponseDetails {
  return { status, headers, requestId: headers.get('x-request-id'), rateLimit: rateLimitOf(headers) };
}

async function errorDetailsOf(response: Response): Promise<ApiErrorDetails> {
  const { status, requestId, headers, rateLimit } = detailsOf(response);
  const content = parseObject(await readText(response)) as Partial<Problem> | null;
  // A proxy's own error page is not a problem document.
  const problem = typeof content?.code === 'string' ? content : {};
  const retryAfter = retryAfterOf(headers) ?? problem.retry_after;
  return {
    status,
    problem,
    requestId: requestId ?? problem.request_id ?? null,
    retryAfter: typeof retryAfter === 'number' ? retryAfter : null,
    rateLimit,
  };
}

/** Null if the text is not a JSON object. */
function parseObject(text: string): object | null {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Without the query, which says nothing about why nobody answered. */
function addressOf(url: string): string {
  return url.replace(/\?.*$/, '');
}

/** The message of a failed fetch says only that it failed; its cause says why. */
function reasonOf(error: unknown): string {
  const { message = String(error), cause } = Object(error) as Failure;
  const why = cause?.message || cause?.code;
  return why ? `${message} (${why})` : message;
}

interface Failure {
  message?: string;
  cause?: { message?: string; code?: string };
}

function aborted(signal: AbortSignal): AbortError {
  return new AbortError('The call was aborted by its signal.', { cause: signal.reason });
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted(signal));
    const end = () => {
      clearTimeout(timer);
      reject(aborted(signal!));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });
}

// The client: the generated methods of the read API, and those that are more than a read of JSON.

import { InvalidArgumentError } from './errors.ts';
import { ReadMethods } from './generated/read-methods.ts';
import type { Resolutions, ScoreRequest, ScoreRequestReceipt } from './generated/wire.ts';
import { readThrough, segment } from './read-requests.ts';
import { type ResponsePromise, responsePromise } from './response.ts';
import { type RequestOptions, type RfClientOptions, readSettings } from './settings.ts';
import { Transport } from './transport.ts';

export interface ScoreRequestOptions extends RequestOptions {
  /** Identifies this request for 24 hours; a random one by default. */
  idempotencyKey?: string | undefined;
}

export interface ToolAnswer<Result = unknown> {
  tool_name: string;
  result: Result;
}

/**
 * Reads the API. Objects and their members have the names that the API uses. Every method returns a promise for the
 * data; `withResponse()` on that promise gives the status, headers and rate limit as well.
 */
export class RfClient extends ReadMethods {
  readonly #transport: Transport;

  constructor(options: RfClientOptions) {
    const transport = new Transport(readSettings(options));
    super(readThrough(transport));
    this.#transport = transport;
  }

  /** Gets the newest checkpoint of the log, a signed note. Needs no key. */
  getCheckpoint(options?: RequestOptions): ResponsePromise<string> {
    return responsePromise(() => this.#transport.text({ path: '/log/checkpoint', options }));
  }

  /** Gets a tile of the log, such as 0/x001/234 or 1/000.p/17 (C2SP tlog-tiles). Needs no key. */
  getTile(path: string, options?: RequestOptions): ResponsePromise<Uint8Array> {
    return responsePromise(() => {
      const segments = String(path)
        .split('/')
        .map((part) => segment('path', part));
      return this.#transport.bytes({ path: `/log/tile/${segments.join('/')}`, options });
    });
  }

  /** Gets the list behind a leaf of the log, one JSON object per line. Needs no key. */
  getLogList(index: number, options?: RequestOptions): ResponsePromise<string> {
    return responsePromise(() =>
      this.#transport.text({ path: `/log/lists/${segment('index', String(index))}`, options }),
    );
  }

  /**
   * Finds the providers that up to 1,000 names and identifiers mean. A similar name has candidates, and never a provider.
   * Every hundred names, or part of it, take one request of the hourly limit. Requires a key with the scores entitlement.
   */
  resolve(names: readonly string[], options?: RequestOptions): ResponsePromise<Resolutions> {
    return responsePromise(() =>
      this.#transport.json({
        ...{ path: '/api/v1/resolve', keyed: true, onlyReads: true },
        ...{ body: { names }, options },
      }),
    );
  }

  /** Requests that a provider is scored. Needs no key. The request is filed once, even if it is sent several times. */
  requestScore(request: ScoreRequest, options?: ScoreRequestOptions): ResponsePromise<ScoreRequestReceipt> {
    return responsePromise(() =>
      this.#transport.json({
        path: '/api/public/score-request',
        body: request,
        idempotencyKey: idempotencyKeyOf(options),
        options,
      }),
    );
  }

  /** Calls an agent tool. Requires a key of the agent pilot. */
  callTool<Result = unknown>(
    toolName: string,
    input: object = {},
    options?: RequestOptions,
  ): ResponsePromise<ToolAnswer<Result>> {
    const body = { tool_name: toolName, input };
    return responsePromise(() => this.#transport.json({ path: '/api/mcp', keyed: true, body, options }));
  }
}

function idempotencyKeyOf(options: ScoreRequestOptions | undefined): string {
  const key = options?.idempotencyKey ?? randomKey();
  if (typeof key === 'string' && /^[!-~]+$/.test(key)) return key;
  const message = 'idempotencyKey must be a string of visible ASCII characters, without spaces.';
  throw new InvalidArgumentError('idempotencyKey', message);
}

function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

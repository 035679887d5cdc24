// The client: one method for each operation of the read API.

import { InvalidArgumentError, RfError } from './errors.ts';
import { READ_OPERATIONS, type ReadAnswers } from './generated/operations.ts';
import type {
  GetChangelogQuery,
  GetScoreChangesQuery,
  GetScoreHistoryQuery,
  GetScoreQuery,
  GetUsageQuery,
  ListIssuancesQuery,
  ListScoresQuery,
} from './generated/queries.ts';
import type {
  Changelog,
  ChangelogEntry,
  ComputationAnswer,
  HistoryEntry,
  Issuance,
  IssuanceList,
  Methodology,
  PublicScores,
  ScoreChanges,
  ScoreHistory,
  ScoreList,
  ScoreRequest,
  ScoreRequestReceipt,
  ScoreRow,
  ScoreSnapshot,
  SigningKeys,
  Status,
  Usage,
  UsageRow,
  Verification,
} from './generated/wire.ts';
import { type ResponsePromise, responsePromise } from './response.ts';
import { type RequestOptions, type RfClientOptions, readSettings } from './settings.ts';
import { encodedValue, Transport } from './transport.ts';

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
export class RfClient {
  readonly #transport: Transport;

  constructor(options: RfClientOptions) {
    this.#transport = new Transport(readSettings(options));
  }

  /** Lists the indicators of all providers: every row at once, unless `limit` is given. */
  listScores(query?: ListScoresQuery, options?: RequestOptions): ResponsePromise<ScoreList> {
    return this.#read('listScores', {}, query, options);
  }

  /** Iterates over the indicators of all providers, requesting one page at a time. */
  iterateScores(query?: ListScoresQuery, options?: RequestOptions): AsyncGenerator<ScoreRow, void, void> {
    return rows((page) => this.listScores(page, options), { ...query, limit: query?.limit ?? 100 });
  }

  /** Gets one provider's indicator with its breakdown. `providerId` is the provider's id or slug. */
  getScore(
    providerId: string,
    query?: GetScoreQuery,
    options?: RequestOptions,
  ): ResponsePromise<ScoreSnapshot> {
    return this.#read('getScore', { providerId }, query, options);
  }

  /** Lists all published indicators of a provider, newest first. */
  getHistory(
    providerId: string,
    query?: GetScoreHistoryQuery,
    options?: RequestOptions,
  ): ResponsePromise<ScoreHistory> {
    return this.#read('getScoreHistory', { providerId }, query, options);
  }

  iterateHistory(
    providerId: string,
    query?: GetScoreHistoryQuery,
    options?: RequestOptions,
  ): AsyncGenerator<HistoryEntry, void, void> {
    return rows((page) => this.getHistory(providerId, page, options), query);
  }

  /** Explains why a score changed, in parts that add up to the difference. */
  getChanges(
    providerId: string,
    query?: GetScoreChangesQuery,
    options?: RequestOptions,
  ): ResponsePromise<ScoreChanges> {
    return this.#read('getScoreChanges', { providerId }, query, options);
  }

  /** Gets the current framework as data. */
  getMethodology(options?: RequestOptions): ResponsePromise<Methodology> {
    return this.#read('getMethodology', {}, undefined, options);
  }

  /** Gets what is needed to recompute and verify one indicator; `@rf-indicators/sdk/verify` does both. */
  getComputation(verificationId: string, options?: RequestOptions): ResponsePromise<ComputationAnswer> {
    return this.#read('getComputation', { id: verificationId }, undefined, options);
  }

  /** Lists upcoming issuances. */
  listIssuances(query?: ListIssuancesQuery, options?: RequestOptions): ResponsePromise<IssuanceList> {
    return this.#read('listIssuances', {}, query, options);
  }

  iterateIssuances(
    query?: ListIssuancesQuery,
    options?: RequestOptions,
  ): AsyncGenerator<Issuance, void, void> {
    return rows((page) => this.listIssuances(page, options), query);
  }

  /** Gets how many requests the workspace's keys made, by hour. */
  getUsage(query?: GetUsageQuery, options?: RequestOptions): ResponsePromise<Usage> {
    return this.#read('getUsage', {}, query, options);
  }

  iterateUsage(query?: GetUsageQuery, options?: RequestOptions): AsyncGenerator<UsageRow, void, void> {
    return rows((page) => this.getUsage(page, options), query);
  }

  /** Gets uptime, freshness and framework version. Needs no key. */
  getStatus(options?: RequestOptions): ResponsePromise<Status> {
    return this.#read('getStatus', {}, undefined, options);
  }

  /** Lists the score and band of every provider. Needs no key. */
  listPublicScores(options?: RequestOptions): ResponsePromise<PublicScores> {
    return this.#read('listPublicScores', {}, undefined, options);
  }

  /** Lists changes of indicators, newest first. Needs no key. */
  getChangelog(query?: GetChangelogQuery, options?: RequestOptions): ResponsePromise<Changelog> {
    return this.#read('getChangelog', {}, query, options);
  }

  iterateChangelog(
    query?: GetChangelogQuery,
    options?: RequestOptions,
  ): AsyncGenerator<ChangelogEntry, void, void> {
    return rows((page) => this.getChangelog(page, options), query);
  }

  /** Gets the signed statement of an indicator, and whether the indicator is current. Needs no key. */
  verifyIndicator(verificationId: string, options?: RequestOptions): ResponsePromise<Verification> {
    return this.#read('verifyIndicator', { verification_id: verificationId }, undefined, options);
  }

  /** Lists all keys that ever signed indicators. To verify, pin a key that you received in another way. */
  listSigningKeys(options?: RequestOptions): ResponsePromise<SigningKeys> {
    return this.#read('listSigningKeys', {}, undefined, options);
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

  #read<Id extends keyof ReadAnswers>(
    id: Id,
    parameters: Record<ParameterNames<(typeof READ_OPERATIONS)[Id]['path']>, string>,
    query: object | undefined,
    options: RequestOptions | undefined,
  ): ResponsePromise<ReadAnswers[Id]> {
    const { path, keyed } = READ_OPERATIONS[id];
    return responsePromise(() => {
      const values: Readonly<Record<string, string>> = parameters;
      const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, values[name]));
      return this.#transport.json<ReadAnswers[Id]>({ path: target, keyed, query, options });
    });
  }
}

/** The names in braces in a path. */
type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

interface Page<Row> {
  data: Row[];
  next_cursor: string | null;
}

/** Requests page after page, until one has no next_cursor. */
async function* rows<Query extends { cursor?: string | undefined }, Row>(
  request: (query: Query) => Promise<Page<Row>>,
  query = {} as Query,
): AsyncGenerator<Row, void, void> {
  let cursor: string | null | undefined;
  do {
    const page = await request(cursor ? { ...query, cursor } : query);
    yield* page.data;
    if (cursor && page.next_cursor === cursor) {
      throw new RfError(
        'The service returned the same next_cursor twice, so there is no next page to request.',
      );
    }
    cursor = page.next_cursor;
  } while (cursor);
}

/** An empty segment, or one of dots, would turn the path into that of another operation. */
function segment(name: string, text: unknown): string {
  if (typeof text === 'string' && !/^\.{0,2}$/.test(text)) return encodedValue(name, text);
  throw new InvalidArgumentError(name, `${name} must be a string that is not empty, "." or "..".`);
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

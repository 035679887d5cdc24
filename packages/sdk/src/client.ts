import { RfError } from './errors.ts';
import type {
  AsOfQuery,
  ChangelogQuery,
  ChangesQuery,
  IssuancesQuery,
  PageQuery,
  PeriodQuery,
  ScoresQuery,
} from './queries.ts';
import { type Call, type RequestOptions, type RfClientOptions, Transport } from './transport.ts';
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
} from './wire.ts';

export interface ScoreRequestOptions extends RequestOptions {
  /** Names this request for 24 hours; a random one unless given. */
  idempotencyKey?: string | undefined;
}

export interface ToolAnswer<Result = unknown> {
  tool_name: string;
  result: Result;
}

interface Page<Row> {
  data: Row[];
  next_cursor: string | null;
}

/** The read API. Objects have the names of the wire: what the docs show is what you get. */
export class RfClient {
  readonly #transport: Transport;

  constructor(options: RfClientOptions) {
    this.#transport = new Transport(options);
  }

  /** The indicators of all providers; all rows at once unless `limit` is given. */
  listScores(query?: ScoresQuery, options?: RequestOptions): Promise<ScoreList> {
    return this.#keyed({ path: '/api/v1/scores', query, options });
  }

  /** All rows, page by page. */
  iterateScores(query?: ScoresQuery, options?: RequestOptions): AsyncGenerator<ScoreRow, void, void> {
    return rows((page) => this.listScores(page, options), { ...query, limit: query?.limit ?? 100 });
  }

  /** One provider's indicator with everything behind it; by id or slug. */
  getScore(providerId: string, query?: AsOfQuery, options?: RequestOptions): Promise<ScoreSnapshot> {
    return this.#keyed({ path: provider(providerId), query, options });
  }

  /** All published indicators of a provider, newest first. */
  getHistory(providerId: string, query?: PeriodQuery, options?: RequestOptions): Promise<ScoreHistory> {
    return this.#keyed({ path: `${provider(providerId)}/history`, query, options });
  }

  iterateHistory(
    providerId: string,
    query?: PeriodQuery,
    options?: RequestOptions,
  ): AsyncGenerator<HistoryEntry, void, void> {
    return rows((page) => this.getHistory(providerId, page, options), query);
  }

  /** Why a score moved, in parts that add up to the difference. */
  getChanges(providerId: string, query?: ChangesQuery, options?: RequestOptions): Promise<ScoreChanges> {
    return this.#keyed({ path: `${provider(providerId)}/changes`, query, options });
  }

  /** The framework in force, as data. */
  getMethodology(options?: RequestOptions): Promise<Methodology> {
    return this.#keyed({ path: '/api/v1/methodology', options });
  }

  /** All it takes to recompute and prove one indicator; @rf-indicators/sdk/verify does both. */
  getComputation(verificationId: string, options?: RequestOptions): Promise<ComputationAnswer> {
    return this.#keyed({ path: `/api/v1/computation/${segment(verificationId)}`, options });
  }

  /** Upcoming issuances. */
  listIssuances(query?: IssuancesQuery, options?: RequestOptions): Promise<IssuanceList> {
    return this.#keyed({ path: '/api/v1/issuances', query, options });
  }

  iterateIssuances(query?: IssuancesQuery, options?: RequestOptions): AsyncGenerator<Issuance, void, void> {
    return rows((page) => this.listIssuances(page, options), query);
  }

  /** What the workspace's keys did, hour by hour. */
  getUsage(query?: PeriodQuery, options?: RequestOptions): Promise<Usage> {
    return this.#keyed({ path: '/api/v1/usage', query, options });
  }

  iterateUsage(query?: PeriodQuery, options?: RequestOptions): AsyncGenerator<UsageRow, void, void> {
    return rows((page) => this.getUsage(page, options), query);
  }

  /** Uptime, freshness and framework version; needs no key. */
  getStatus(options?: RequestOptions): Promise<Status> {
    return this.#transport.json({ path: '/api/v1/status', options });
  }

  /** Score and band of every provider; needs no key. */
  listPublicScores(options?: RequestOptions): Promise<PublicScores> {
    return this.#transport.json({ path: '/api/public/scores', options });
  }

  /** Changes of indicators, newest first; needs no key. */
  getChangelog(query?: ChangelogQuery, options?: RequestOptions): Promise<Changelog> {
    return this.#transport.json({ path: '/api/public/changelog', query, options });
  }

  iterateChangelog(
    query?: ChangelogQuery,
    options?: RequestOptions,
  ): AsyncGenerator<ChangelogEntry, void, void> {
    return rows((page) => this.getChangelog(page, options), query);
  }

  /** Asks for a provider to be scored; needs no key, and is filed once however often it is sent. */
  requestScore(request: ScoreRequest, options?: ScoreRequestOptions): Promise<ScoreRequestReceipt> {
    const idempotencyKey = options?.idempotencyKey ?? randomName();
    return this.#transport.json({
      path: '/api/public/score-request',
      body: request,
      idempotencyKey,
      options,
    });
  }

  /** The signed statement of an indicator and whether it still stands; needs no key. */
  verifyIndicator(verificationId: string, options?: RequestOptions): Promise<Verification> {
    return this.#transport.json({ path: `/api/public/verify/${segment(verificationId)}`, options });
  }

  /** All keys that ever signed. Pin one by other means: a key out of an answer proves nothing. */
  listSigningKeys(options?: RequestOptions): Promise<SigningKeys> {
    return this.#transport.json({ path: '/api/public/keys', options });
  }

  /** The log's newest checkpoint, a signed note. */
  getCheckpoint(options?: RequestOptions): Promise<string> {
    return this.#transport.text({ path: '/log/checkpoint', options });
  }

  /** A tile of the log, such as 0/x001/234 or 1/000.p/17 (C2SP tlog-tiles). */
  getTile(path: string, options?: RequestOptions): Promise<Uint8Array> {
    return this.#transport.bytes({ path: `/log/tile/${path.split('/').map(segment).join('/')}`, options });
  }

  /** Runs a tool of the agent endpoint; for keys of the pilot. */
  callTool<Result = unknown>(
    toolName: string,
    input: object = {},
    options?: RequestOptions,
  ): Promise<ToolAnswer<Result>> {
    return this.#keyed({ path: '/api/mcp', body: { tool_name: toolName, input }, options });
  }

  #keyed<Answer extends object>(call: Call): Promise<Answer> {
    return this.#transport.json({ ...call, keyed: true });
  }
}

/** While there is a next cursor, the same question is asked for the page it names. */
async function* rows<Query extends PageQuery, Row>(
  ask: (query: Query) => Promise<Page<Row>>,
  query = {} as Query,
): AsyncGenerator<Row, void, void> {
  let cursor: string | null | undefined;
  do {
    const page = await ask(cursor ? { ...query, cursor } : query);
    yield* page.data;
    if (cursor && page.next_cursor === cursor) throw new RfError('A page names itself as the next.');
    cursor = page.next_cursor;
  } while (cursor);
}

function provider(id: string): string {
  return `/api/v1/scores/${segment(id)}`;
}

/** An empty one or one of dots would make the path that of another operation. */
function segment(text: string): string {
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`'${text}' names nothing.`);
  return encodeURIComponent(text);
}

function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

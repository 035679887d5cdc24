// Client of the reading thread, for the serving thread.

import {
  OPERATIONS,
  type Operation,
  type OperationId,
  type ScoreRequestOutcome,
} from '@rf-indicators/contract';
import type { AccessRow } from '@rf-indicators/core/accounts/access-table';
import type { ToolRequest } from '../../agent/answer-tool.ts';
import type { FoundName } from '../../agent/find-provider.ts';
import type { ToolAnswer } from '../../agent/tool.ts';
import type { DecisionsExport } from '../../api/spreadsheets/decisions.ts';
import type { Body } from '../../rendering/body.ts';
import type { EventQuery } from '../../rendering/events/event-list.ts';
import type { OlderScore, PageReadId, Parameters, Prepared } from '../../rendering/reading.ts';
import type { UsagePage, UsageQuery } from '../../rendering/usage.ts';
import { type Isolation, startThread, type Thread, type ThreadOptions } from '../rpc/thread.ts';
import type { FromReader, ReaderSettings } from './messages.ts';
import { scoreBatches } from './score-batches.ts';

export interface Reader {
  read(id: OperationId | PageReadId, parameters: Parameters, older?: OlderScore): Promise<Prepared>;
  usage(query: UsageQuery): Promise<UsagePage>;
  /** The events of a workspace. */
  events(query: EventQuery): Promise<{ body: Body }>;
  /** The decisions of a workspace as a spreadsheet. */
  decisionsExport(query: DecisionsExport): Promise<Prepared>;
  /** Which providers names and identifiers mean. */
  resolve(names: readonly string[]): Promise<{ body: Body }>;
  scoreRequest(id: string): Promise<ScoreRequestOutcome | null>;
  /** Looks up an API key by its hash. */
  key(keyHash: string): Promise<AccessRow | null>;
  /** Runs an agent tool. */
  tool(request: ToolRequest): Promise<ToolAnswer>;
  /** Finds the providers that an agent named. */
  findNames(names: readonly string[]): Promise<FoundName[]>;
  readonly waiting: number;
  stop(): Promise<void>;
}

/** Enough to keep the thread busy. Further requests get 503. */
const MAX_PENDING = 200;
/** Lower for public operations, so that they leave room for requests with a key. */
const MAX_PENDING_PUBLIC = 100;
/** Each of them can take seconds. */
const MAX_PENDING_SPREADSHEETS = 20;

/** They are answered in batches, so more of them may wait than of other reads. */
const MAX_WAITING_SCORES = 2000;

export function startReader(
  settings: ReaderSettings,
  onMessage: (message: FromReader) => void,
  { onError, onFault }: Pick<ThreadOptions, 'onError' | 'onFault'>,
  isolation?: Isolation,
): Reader {
  const thread: Thread = startThread({
    file: new URL('./worker.ts', import.meta.url),
    settings: { ...settings, isolation },
    isolation,
    maxPending: MAX_PENDING,
    onMessage: (message) => onMessage(message as FromReader),
    onError,
    onFault,
  });
  const scores = scoreBatches((asked) => thread.call('scores', asked), MAX_WAITING_SCORES);
  return {
    read: async (id, parameters, older) => {
      if (id === 'getScore' && parameters.as_of === undefined) {
        const asked = { name: String(parameters.providerId), source: older?.source };
        const score = await scores.read(asked);
        if (score !== null) {
          const body = score.body ?? older!.body;
          return { body, toKeep: body, source: score.source };
        }
      }
      return thread.call('read', { id, parameters }, maxPendingFor(id));
    },
    usage: (query) => thread.call('usage', query),
    events: (query) => thread.call('events', query),
    decisionsExport: (query) => thread.call('decisionsExport', query, MAX_PENDING_SPREADSHEETS),
    resolve: (names) => thread.call('resolve', names),
    scoreRequest: (id) => thread.call('scoreRequest', id, MAX_PENDING_PUBLIC),
    key: (keyHash) => thread.call('key', keyHash),
    tool: (request) => thread.call('tool', request),
    findNames: (names) => thread.call('findNames', names),
    get waiting() {
      return thread.waiting + scores.waiting;
    },
    stop: () => {
      // First, so that the thread's connection is the last one: it then writes the write-ahead log into the file.
      return thread.stop();
    },
  };
}

function maxPendingFor(id: OperationId | PageReadId): number {
  if (!(id in OPERATIONS)) return MAX_PENDING_PUBLIC;
  const { access, tag }: Operation = OPERATIONS[id as OperationId];
  if (tag === 'spreadsheets') return MAX_PENDING_SPREADSHEETS;
  return access === 'public' ? MAX_PENDING_PUBLIC : MAX_PENDING;
}

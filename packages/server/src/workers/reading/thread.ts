// Client of the reading thread, for the serving thread.

import { OPERATIONS, type OperationId, type ScoreRequestOutcome } from '@rf-indicators/contract';
import type { AccessRow } from '@rf-indicators/core/accounts/access-table';
import type { ToolAnswer, ToolRequest } from '../../agent/answer-tool.ts';
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
  scoreRequest(id: string): Promise<ScoreRequestOutcome | null>;
  /** Looks up an API key by its hash. */
  key(keyHash: string): Promise<AccessRow | null>;
  /** Runs an agent tool. */
  tool(request: ToolRequest): Promise<ToolAnswer>;
  readonly waiting: number;
  stop(): Promise<void>;
}

/** Enough to keep the thread busy. Further requests get 503. */
const MAX_PENDING = 200;
/** Lower for public operations, so that they leave room for requests with a key. */
const MAX_PENDING_PUBLIC = 100;

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
    settings,
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
      const isPublic = !(id in OPERATIONS) || OPERATIONS[id as OperationId].access === 'public';
      const maxPending = isPublic ? MAX_PENDING_PUBLIC : MAX_PENDING;
      return thread.call('read', { id, parameters }, maxPending);
    },
    usage: (query) => thread.call('usage', query),
    events: (query) => thread.call('events', query),
    scoreRequest: (id) => thread.call('scoreRequest', id, MAX_PENDING_PUBLIC),
    key: (keyHash) => thread.call('key', keyHash),
    tool: (request) => thread.call('tool', request),
    get waiting() {
      return thread.waiting + scores.waiting;
    },
    stop: () => {
      // First, so that the thread's connection is the last one: it then writes the write-ahead log into the file.
      return thread.stop();
    },
  };
}

// The serving side of the reading thread.

import { OPERATIONS, type OperationId } from '@rf-indicators/contract';
import type { AccessRow } from '@rf-indicators/core/accounts/access-table';
import type { ToolAnswer, ToolQuestion } from '../../agent/answer-tool.ts';
import type { Parameters, Prepared } from '../../rendering/reading.ts';
import type { UsagePage, UsageQuestion } from '../../rendering/usage.ts';
import { type Isolation, startThread, type Thread } from '../rpc/thread.ts';
import type { FromReader, ReaderSettings } from './messages.ts';

export interface Reader {
  read(operation: OperationId, parameters: Parameters): Promise<Prepared>;
  usage(question: UsageQuestion): Promise<UsagePage>;
  /** What the store knows of a key, by its hash. */
  key(keyHash: string): Promise<AccessRow | null>;
  /** An agent's tool, run where the data is. */
  tool(question: ToolQuestion): Promise<ToolAnswer>;
  readonly waiting: number;
  stop(): Promise<void>;
}

/** Enough to keep the thread busy; who comes when so many wait is told to come back. */
const QUESTIONS_AT_MOST = 200;
/** Whoever has no key leaves room for those who have one. */
const PUBLIC_QUESTIONS_AT_MOST = 100;

export function startReader(
  settings: ReaderSettings,
  onMessage: (message: FromReader) => void,
  onError: (error: unknown) => void,
  isolation?: Isolation,
): Reader {
  const thread: Thread = startThread({
    file: new URL('./worker.ts', import.meta.url),
    settings,
    isolation,
    atMost: QUESTIONS_AT_MOST,
    onMessage: (message) => onMessage(message as FromReader),
    onError,
  });
  return {
    read: (operation, parameters) => {
      const isPublic = OPERATIONS[operation].access === 'public';
      const atMost = isPublic ? PUBLIC_QUESTIONS_AT_MOST : QUESTIONS_AT_MOST;
      return thread.ask('read', { operation, parameters }, atMost);
    },
    usage: (question) => thread.ask('usage', question),
    key: (keyHash) => thread.ask('key', keyHash),
    tool: (question) => thread.ask('tool', question),
    get waiting() {
      return thread.waiting;
    },
    stop: thread.stop,
  };
}

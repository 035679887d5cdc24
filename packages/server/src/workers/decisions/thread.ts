// Client of the thread that decides by policies, for the serving thread. It starts with the first call, and keeps what it read of
// providers until it has had nothing to do for a while.

import type { PolicyTool } from '../../agent/dependencies.ts';
import type { DecisionCalls } from '../../api/decision-calls.ts';
import { lazyThread } from '../rpc/lazy-thread.ts';
import type { Isolation, ThreadOptions } from '../rpc/thread.ts';
import type { DecisionSettings } from './messages.ts';

const MAX_PENDING = 400;

export interface DecisionThread extends DecisionCalls, PolicyTool {
  readonly waiting: number;
  stop(): Promise<void>;
}

export function decisionThread(
  settings: DecisionSettings,
  events: Pick<ThreadOptions, 'onError' | 'onFault'>,
  isolation?: Isolation,
): DecisionThread {
  const file = new URL('./worker.ts', import.meta.url);
  const thread = lazyThread({ file, settings, isolation, maxPending: MAX_PENDING, ...events });
  return {
    evaluate: (call) => thread.call('evaluate', call),
    evaluatePolicy: (call) => thread.call('evaluatePolicy', call),
    bundle: (call) => thread.call('bundle', call),
    kept: (call) => thread.call('kept', call),
    get waiting() {
      return thread.waiting;
    },
    stop: () => thread.stop(),
  };
}

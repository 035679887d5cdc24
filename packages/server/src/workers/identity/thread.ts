// Client of the identity thread, for the serving thread. The thread starts with the first request: a service whose
// callers only have API keys never loads better-auth.

import type { IdentityRequest, IdentityResponse } from '../../identity/exchange.ts';
import { type Isolation, startThread, type Thread, type ThreadOptions } from '../rpc/thread.ts';
import type { IdentityThreadSettings } from './messages.ts';

const MAX_PENDING = 50;

export interface IdentityThread {
  handle(request: IdentityRequest): Promise<IdentityResponse>;
  stop(): Promise<void>;
}

export function lazyIdentityThread(
  settings: IdentityThreadSettings,
  events: Pick<ThreadOptions, 'onError' | 'onFault'>,
  isolation?: Isolation,
): IdentityThread {
  let thread: Thread | null = null;
  return {
    handle(request) {
      thread ??= startThread({
        file: new URL('./worker.ts', import.meta.url),
        settings,
        isolation,
        maxPending: MAX_PENDING,
        ...events,
      });
      return thread.call('handle', request);
    },
    stop: async () => thread?.stop(),
  };
}

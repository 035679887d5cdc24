// Client of the identity thread, for the serving thread. The thread loads better-auth, so it starts with the first
// request.

import type { IdentityRequest, IdentityResponse } from '../../identity/exchange.ts';
import { lazyThread } from '../rpc/lazy-thread.ts';
import type { Isolation, ThreadOptions } from '../rpc/thread.ts';
import type { IdentityThreadSettings } from './messages.ts';

const MAX_PENDING = 50;

export interface IdentityThread {
  handle(request: IdentityRequest): Promise<IdentityResponse>;
  stop(): Promise<void>;
}

export function identityThread(
  settings: IdentityThreadSettings,
  events: Pick<ThreadOptions, 'onError' | 'onFault'>,
  isolation?: Isolation,
): IdentityThread {
  const file = new URL('./worker.ts', import.meta.url);
  const thread = lazyThread({ file, settings, isolation, maxPending: MAX_PENDING, ...events });
  return { handle: (request) => thread.call('handle', request), stop: () => thread.stop() };
}

// In-memory rate limits of workspaces and keys. The decision object is reused for each request, so that counting does
// not allocate.

import type { KeyedLimits, LimitDecision, LimitedWindow } from '../keyed-limits.ts';
import type { RateState } from '../rate-headers.ts';
import { Windows } from './windows.ts';

const HOUR_MS = 60 * 60 * 1000;

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

export class MemoryLimits implements KeyedLimits {
  /** Saved to the store, so that a restart does not reset the limits. */
  readonly windows = new Windows({ widthMs: HOUR_MS });
  readonly #decision: Mutable<LimitDecision> = {
    isAccepted: false,
    isOwn: false,
    remaining: 0,
    resetAt: 0,
    retryAt: 0,
    exceededLimit: 0,
  };

  accept(shared: LimitedWindow, own: LimitedWindow | null, now: number): LimitDecision {
    const decision = this.#decision;
    const sharedWindow = this.windows.of(shared.windowId, shared.limit);
    const ownWindow = own === null ? null : this.windows.of(own.windowId, own.limit);
    const isAccepted = sharedWindow.canAccept(now) && (ownWindow === null || ownWindow.canAccept(now));
    if (isAccepted) {
      sharedWindow.record(now);
      ownWindow?.record(now);
    }
    // Report the window with fewer remaining requests.
    const isOwn = ownWindow !== null && ownWindow.remaining <= sharedWindow.remaining;
    const reported = isOwn ? ownWindow : sharedWindow;
    decision.isAccepted = isAccepted;
    decision.isOwn = isOwn;
    decision.remaining = reported.remaining;
    decision.resetAt = reported.resetAt;
    decision.retryAt = Math.max(sharedWindow.retryAt, ownWindow?.retryAt ?? 0);
    decision.exceededLimit = own === null || sharedWindow.remaining === 0 ? shared.limit : own.limit;
    return decision;
  }

  read({ windowId, limit }: LimitedWindow, now: number): RateState {
    const window = this.windows.of(windowId, limit);
    // Drops expired requests.
    window.canAccept(now);
    return window;
  }
}

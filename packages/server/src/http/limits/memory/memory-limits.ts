// Limits of workspaces and keys in the memory of one process. The decision is one object that is used again for each
// request: counting allocates nothing.

import type { KeyedLimits, LimitDecision, LimitedWindow } from '../keyed-limits.ts';
import type { RateState } from '../rate-headers.ts';
import { Windows } from './windows.ts';

const HOUR_MS = 60 * 60 * 1000;

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

export class MemoryLimits implements KeyedLimits {
  /** Saved, so that a restart does not refill them. */
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
    // The window that is nearer to its end is the one to tell of.
    const isOwn = ownWindow !== null && ownWindow.remaining <= sharedWindow.remaining;
    const told = isOwn ? ownWindow : sharedWindow;
    decision.isAccepted = isAccepted;
    decision.isOwn = isOwn;
    decision.remaining = told.remaining;
    decision.resetAt = told.resetAt;
    decision.retryAt = Math.max(sharedWindow.retryAt, ownWindow?.retryAt ?? 0);
    decision.exceededLimit = own === null || sharedWindow.remaining === 0 ? shared.limit : own.limit;
    return decision;
  }

  read({ windowId, limit }: LimitedWindow, now: number): RateState {
    const window = this.windows.of(windowId, limit);
    // Lets go of what no longer counts.
    window.canAccept(now);
    return window;
  }
}

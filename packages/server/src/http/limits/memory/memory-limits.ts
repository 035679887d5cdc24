// In-memory rate limits. The decision object is reused for each request, so that counting does
// not allocate.

import type { RateState } from '../rate-headers.ts';
import type { LimitDecision, LimitedWindow, RateLimiter } from '../rate-limiter.ts';
import { Windows, type WindowsOptions } from './windows.ts';

const HOUR_MS = 60 * 60 * 1000;

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

export class MemoryLimits implements RateLimiter {
  readonly windows: Windows;
  readonly #decision: Mutable<LimitDecision> = {
    isAccepted: false,
    isOwn: false,
    remaining: 0,
    resetAt: 0,
    retryAt: 0,
    exceededLimit: 0,
  };

  constructor(options: WindowsOptions = { widthMs: HOUR_MS }) {
    this.windows = new Windows(options);
  }

  accept(shared: LimitedWindow, own: LimitedWindow | null, now: number, places = 1): LimitDecision {
    const decision = this.#decision;
    const sharedWindow = this.windows.of(shared.windowId, shared.limit);
    const ownWindow = own === null ? null : this.windows.of(own.windowId, own.limit);
    const isAccepted =
      sharedWindow.canAccept(now, places) && (ownWindow === null || ownWindow.canAccept(now, places));
    if (isAccepted) {
      sharedWindow.record(now, places);
      ownWindow?.record(now, places);
    }
    // Report the window with fewer remaining requests.
    const isOwn = ownWindow !== null && ownWindow.remaining <= sharedWindow.remaining;
    const reported = isOwn ? ownWindow : sharedWindow;
    decision.isAccepted = isAccepted;
    decision.isOwn = isOwn;
    decision.remaining = reported.remaining;
    decision.resetAt = reported.resetAt;
    decision.retryAt = Math.max(sharedWindow.retryAtFor(places), ownWindow?.retryAtFor(places) ?? 0);
    decision.exceededLimit = own === null || sharedWindow.remaining < places ? shared.limit : own.limit;
    return decision;
  }

  read({ windowId, limit }: LimitedWindow, now: number): RateState {
    const window = this.windows.of(windowId, limit);
    // Drops expired requests.
    window.canAccept(now);
    return window;
  }

  remainingHere(window: LimitedWindow, now: number): number {
    return this.read(window, now).remaining;
  }
}

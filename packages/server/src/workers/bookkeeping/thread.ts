// The serving side of the bookkeeping thread: every second it hands over what was counted.

import type { CallBook } from '../../agent/call-book.ts';
import type { ScoreRequestOutcome } from '../../api/public/score-request-outcome.ts';
import type { Uptime } from '../../api/uptime.ts';
import { instantsOf, type Span, spansOf } from '../../http/limits/memory/saved-windows.ts';
import type { Windows } from '../../http/limits/memory/windows.ts';
import type { UsageBook } from '../../http/usage-book.ts';
import { startThread } from '../rpc/thread.ts';
import type { BookkeeperSettings, FromBookkeeper } from './messages.ts';

export interface Books {
  usage: UsageBook;
  windows: Windows;
  calls: CallBook;
}

export interface Bookkeeper {
  uptime(): Uptime | null;
  /** Hands over now what was counted. */
  save(): Promise<void>;
  receiveScoreRequest(body: unknown, idempotencyKey: string | null): Promise<ScoreRequestOutcome>;
  readonly waiting: number;
  /** The last hand-over is part of stopping. */
  stop(): Promise<void>;
}

const QUESTIONS_AT_MOST = 100;
const SAVE_MS = 1000;

export async function startBookkeeper(
  settings: BookkeeperSettings,
  { usage, windows, calls }: Books,
  clock: () => number,
  onError: (error: unknown) => void,
): Promise<Bookkeeper> {
  let uptime: Uptime | null = null;
  const thread = startThread({
    file: new URL('./worker.ts', import.meta.url),
    settings,
    atMost: QUESTIONS_AT_MOST,
    onMessage: (given) => {
      const message = given as FromBookkeeper;
      if (message.kind === 'uptime') uptime = message.uptime;
      else onError(message.error);
    },
    onError,
  });
  windows.restore(instantsOf(await thread.ask<Span[]>('savedWindows', null)), clock());

  const handOver = async () => {
    const deltas = usage.drain();
    const drained = windows.drain();
    const called = calls.drain();
    if (deltas.length === 0 && drained.size === 0 && called.length === 0) return;
    try {
      await thread.ask('save', { usage: deltas, spans: spansOf(settings.node, drained), calls: called });
    } catch (error) {
      usage.undrain(deltas);
      windows.undrain(drained);
      calls.undrain(called);
      throw error;
    }
  };
  let last = Promise.resolve();
  const save = () => {
    last = last.catch(() => undefined).then(handOver);
    return last;
  };
  let isSaving = false;
  const timer = setInterval(() => {
    // While one waits for the store, the next would only wait behind it.
    if (isSaving) return;
    isSaving = true;
    save()
      .catch(onError)
      .finally(() => {
        isSaving = false;
      });
  }, SAVE_MS);
  return {
    uptime: () => uptime,
    save,
    receiveScoreRequest: (body, idempotencyKey) => thread.ask('scoreRequest', { body, idempotencyKey }),
    get waiting() {
      return thread.waiting;
    },
    async stop() {
      clearInterval(timer);
      await save().catch(onError);
      await thread.stop();
    },
  };
}

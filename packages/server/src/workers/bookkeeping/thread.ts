// Client of the bookkeeping thread, for the serving thread. It sends the counts to be saved every second.

import type { CallBook } from '../../agent/call-book.ts';
import type { ReceivedOrRefused } from '../../api/public/score-request-receipt.ts';
import type { Uptime } from '../../api/uptime.ts';
import type { FailureBook } from '../../http/failure-book.ts';
import { instantsOf, type Span, spansOf } from '../../http/limits/memory/window-spans.ts';
import type { Windows } from '../../http/limits/memory/windows.ts';
import { highUse } from '../../http/limits/quota-use.ts';
import type { UsageBook } from '../../http/usage-book.ts';
import { type Isolation, startThread, type ThreadOptions } from '../rpc/thread.ts';
import type { BookkeeperSettings, Counts, FromBookkeeper, SelfCheck } from './messages.ts';

export interface Books {
  usage: UsageBook;
  windows: Windows;
  calls: CallBook;
  failures: FailureBook;
}

export interface Bookkeeper {
  uptime(): Uptime | null;
  /** Saves the counts now. */
  save(): Promise<void>;
  receiveScoreRequest(body: unknown, idempotencyKey: string | null): Promise<ReceivedOrRefused>;
  readonly waiting: number;
  /** Saves the counts, then stops the thread. */
  stop(): Promise<void>;
}

export interface BookkeeperEvents extends Pick<ThreadOptions, 'onError' | 'onFault'> {
  onChecked: (found: SelfCheck) => void;
  /** Called once, when there is a webhook endpoint. */
  onEndpoint: () => void;
}

const MAX_PENDING = 100;
const SAVE_MS = 1000;

export async function startBookkeeper(
  settings: BookkeeperSettings,
  { usage, windows, calls, failures }: Books,
  clock: () => number,
  { onError, onFault, onChecked, onEndpoint }: BookkeeperEvents,
  isolation?: Isolation,
): Promise<Bookkeeper> {
  let uptime: Uptime | null = null;
  const thread = startThread({
    file: new URL('./worker.ts', import.meta.url),
    settings,
    isolation,
    maxPending: MAX_PENDING,
    onMessage: (given) => {
      const message = given as FromBookkeeper;
      if (message.kind === 'uptime') uptime = message.uptime;
      else if (message.kind === 'endpoint') onEndpoint();
      else onChecked(message);
    },
    onError,
    onFault,
  });
  windows.restore(instantsOf(await thread.call<Span[]>('savedWindows', null)), clock());

  const saveCounts = async () => {
    const deltas = usage.drain();
    const drained = windows.drain();
    const called = calls.drain();
    const failed = failures.drain();
    if (deltas.length === 0 && drained.size === 0 && called.length === 0 && failed.length === 0) return;
    try {
      const counts: Counts = {
        usage: deltas,
        spans: spansOf(settings.node, drained),
        calls: called,
        failures: failed,
        highUse: highUse(windows, drained.keys()),
      };
      await thread.call('save', counts);
    } catch (error) {
      usage.undrain(deltas);
      windows.undrain(drained);
      calls.undrain(called);
      failures.undrain(failed);
      throw error;
    }
  };
  let last = Promise.resolve();
  const save = () => {
    last = last.catch(() => undefined).then(saveCounts);
    return last;
  };
  let isSaving = false;
  const timer = setInterval(() => {
    // If the store is slow, do not queue further saves behind this one.
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
    receiveScoreRequest: (body, idempotencyKey) => thread.call('scoreRequest', { body, idempotencyKey }),
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

// Client of the bookkeeping thread, for the serving thread. It sends the counts to be saved every second.

import { setTimeout as wait } from 'node:timers/promises';
import type { ListedNode } from '@rf-indicators/core/nodes/registry';
import type { CallBook } from '../../agent/call-book.ts';
import type { ReceivedOrRefused } from '../../api/dependencies.ts';
import type { Uptime } from '../../api/uptime.ts';
import type { FailureBook } from '../../http/failure-book.ts';
import type { LimitBook } from '../../http/limits/limit-book.ts';
import { instantsOf, type Span, spansOf } from '../../http/limits/memory/window-spans.ts';
import type { UsageBook } from '../../http/usage-book.ts';
import { type Isolation, startThread, type ThreadOptions } from '../rpc/thread.ts';
import type { BookkeeperSettings, Counts, FromBookkeeper, Leading, SelfCheck } from './messages.ts';

export interface Books {
  usage: UsageBook;
  limits: LimitBook;
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
  /** Ends a start that still waits for the store. */
  signal?: AbortSignal | undefined;
  onNodes: (nodes: ListedNode[], isNameTaken: boolean) => void;
  onLeading: (leading: Leading) => void;
  onInfo: (message: string) => void;
  /** What is wrong with the mail server and the OIDC provider of the settings. */
  onServers: (problems: string[]) => void;
}

const MAX_PENDING = 100;
const SAVE_MS = 1000;
/** What cannot be saved within this time when the process stops is lost. */
const LAST_SAVE_MS = 4000;

export async function startBookkeeper(
  settings: BookkeeperSettings,
  { usage, limits, calls, failures }: Books,
  clock: () => number,
  {
    onError,
    onFault,
    onChecked,
    onEndpoint,
    onNodes,
    onLeading,
    onInfo,
    onServers,
    signal,
  }: BookkeeperEvents,
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
      switch (message.kind) {
        case 'uptime':
          uptime = message.uptime;
          return;
        case 'endpoint':
          return onEndpoint();
        case 'nodes':
          return onNodes(message.nodes, message.isNameTaken);
        case 'leading':
          return onLeading(message);
        case 'info':
          return onInfo(message.message);
        case 'servers':
          return onServers(message.problems);
        case 'checked':
          return onChecked(message);
      }
    },
    onError: (error) => {
      // The thread ended, and with it what kept the lease.
      onLeading({ isLeader: false, lease: null });
      onError(error);
    },
    onFault,
  });
  const giveUp = () => void thread.stop();
  signal?.addEventListener('abort', giveUp);
  const spans = await thread.call<Span[]>('savedWindows', null).catch(async (error) => {
    // The caller has no reference to it, so it must be closed here.
    await thread.stop();
    throw error;
  });
  // From now on, a stop finishes the requests that are under way first.
  signal?.removeEventListener('abort', giveUp);
  limits.restore(instantsOf(spans), clock());

  const saveCounts = async () => {
    const deltas = usage.drain();
    const drained = limits.drain();
    const called = calls.drain();
    const failed = failures.drain();
    const { accepted, highUse } = drained;
    const isEmpty = deltas.length === 0 && accepted.size === 0 && called.length === 0 && failed.length === 0;
    if (isEmpty) return;
    try {
      const counts: Counts = {
        usage: deltas,
        spans: spansOf(settings.node, accepted),
        calls: called,
        failures: failed,
        highUse,
      };
      await thread.call('save', counts);
    } catch (error) {
      usage.undrain(deltas);
      limits.undrain(drained);
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
      const saving = save().then(
        () => true,
        (error) => {
          onError(error);
          return false;
        },
      );
      const isSaved = await Promise.race([saving, wait(LAST_SAVE_MS, false, { ref: false })]);
      await thread.stop(isSaved ? undefined : { isFaulty: true });
    },
  };
}

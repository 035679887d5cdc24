// Has the background thread do the scheduled work once a minute.

import type { Swept } from '@rf-indicators/core/desk/publication/sweep-when-due';
import type { Lease } from '@rf-indicators/core/nodes/lease';
import type { Round } from './messages.ts';
import type { BackgroundThread } from './thread.ts';

const INTERVAL_MS = 60_000;

export interface Schedule {
  /** Begins a round now, for example because this node has become the leader. */
  wake(): void;
  /** No further round begins. Resolves when the one in progress has ended, which the stop of the thread makes fail. */
  stop(): Promise<void>;
}

export interface ScheduleOptions {
  onError: (error: unknown) => void;
  /** Asked before each round. */
  mayWork?: () => boolean;
  /** The lease of this node, for the next round; null on SQLite. */
  lease?: () => Lease | null;
  onRound?: (round: Round) => void;
  /** The first round waits this long, so that it does not compete with the first requests to a new process. */
  delayMs?: number;
}

export function startSchedule(
  thread: Pick<BackgroundThread, 'work'>,
  {
    onError,
    mayWork = () => true,
    lease = () => null,
    onRound = () => undefined,
    delayMs = 0,
  }: ScheduleOptions,
): Schedule {
  let round: Promise<void> | null = null;
  let isStopping = false;
  let swept: Swept | null = null;
  const work = async () => {
    try {
      const done = await thread.work({ swept, lease: lease() });
      swept = done.swept;
      onRound(done);
    } catch (error) {
      if (!isStopping) onError(error);
    }
  };
  const wake = () => {
    if (!mayWork()) return;
    // Not while the previous round is still working: a large run takes longer than a minute.
    round ??= work().finally(() => {
      round = null;
    });
  };
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    timer = setInterval(wake, INTERVAL_MS);
    wake();
  };
  let beginning: NodeJS.Timeout | undefined;
  if (delayMs === 0) begin();
  else beginning = setTimeout(begin, delayMs);
  return {
    wake() {
      if (timer !== undefined && !isStopping) wake();
    },
    async stop() {
      isStopping = true;
      clearTimeout(beginning);
      clearInterval(timer);
      await round;
    },
  };
}

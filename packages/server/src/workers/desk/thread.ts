// Starts the desk thread once a minute. The thread does the scheduled work and ends, so that it uses no memory while
// idle.

import type { Swept } from '@rf-indicators/core/desk/runs/sweep-when-due';
import type { Lease } from '@rf-indicators/core/nodes/lease';
import { startThread, type Thread } from '../rpc/thread.ts';
import type { DeskRound, DeskSettings, DeskTurn } from './messages.ts';

const INTERVAL_MS = 60_000;

export interface DeskThread {
  /** Begins a round now, for example because this node has become the leader. */
  wake(): void;
  stop(): Promise<void>;
}

interface Options {
  /** Asked before each round. */
  mayWork?: () => boolean;
  /** The lease of this node, for the next round; null on SQLite. */
  lease?: () => Lease | null;
  onRound?: (round: DeskRound) => void;
  /** The first round waits this long, so that it does not compete with the first requests to a new process. */
  delayMs?: number;
}

export function startDeskThread(
  settings: DeskSettings,
  logError: (error: unknown) => void,
  { mayWork = () => true, lease = () => null, onRound = () => undefined, delayMs = 0 }: Options = {},
): DeskThread {
  let thread: Thread | null = null;
  let round: Promise<void> | null = null;
  let isStopping = false;
  let swept: Swept | null = null;
  const work = async () => {
    thread = startThread({
      file: new URL('./worker.ts', import.meta.url),
      settings,
      maxPending: 1,
      priority: 'background',
      onError: logError,
    });
    try {
      const turn: DeskTurn = { swept, lease: lease() };
      const done: DeskRound = await thread.call('work', turn);
      swept = done.swept;
      onRound(done);
    } catch (error) {
      if (!isStopping) logError(error);
    }
    if (!isStopping) await thread.stop();
    thread = null;
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
      // Closes the store, so work in progress fails. A long run would delay shutdown; it is repeated at the next start.
      await thread?.stop();
      await round;
    },
  };
}

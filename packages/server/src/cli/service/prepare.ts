// Prepares the store for the service, in a thread of its own.

import { startThread } from '../../workers/rpc/thread.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import type { FromPreparing, PrepareSettings } from './prepare-worker.ts';

/**
 * The exit code is that of a command which did the same; the reason has been printed. null: it was ended by the signal,
 * while it waited for the database or prepared the demo.
 */
export async function prepareStore(
  settings: PrepareSettings,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ExitCode | null> {
  const thread = startThread({
    file: new URL('./prepare-worker.ts', import.meta.url),
    settings,
    maxPending: 1,
    onMessage: (given) => {
      const { kind, line } = given as FromPreparing;
      terminal[kind](line);
    },
    onError: (error) => terminal.err(String(error)),
  });
  const stopped = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)));
  try {
    return await Promise.race([thread.call<ExitCode>('prepare', null), stopped]);
  } finally {
    await thread.stop();
  }
}

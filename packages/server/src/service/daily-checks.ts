// Has the background thread check the store once a day, and logs what it finds.

import type { ServiceState } from '../api/service-state.ts';
import type { DailyCheck } from '../workers/background/daily-check.ts';
import { isCheckDue, readKept } from '../workers/background/kept-checkpoint.ts';
import type { BackgroundThread } from '../workers/background/thread.ts';
import type { Log } from './log.ts';

interface Checked {
  background: Pick<BackgroundThread, 'checkDaily'>;
  state: Pick<ServiceState, 'startedAt' | 'isStopping' | 'dailyCheck'>;
  clock: () => number;
  dataDir: string;
  log: Pick<Log, 'error'>;
}

/**
 * Returns a function to call once a minute. A process without a kept checkpoint does not verify the whole store when it
 * starts, but when the time of day has come.
 */
export function dailyChecks({ background, state, clock, dataDir, log }: Checked): () => Promise<void> {
  let last: number | null = null;
  let isChecking = false;
  return async () => {
    if (isChecking) return;
    isChecking = true;
    try {
      last ??= (await readKept(dataDir))?.at ?? state.startedAt;
      if (!isCheckDue(clock(), last)) return;
      const check = await background.checkDaily();
      last = check.at;
      state.dailyCheck = check;
      report(log, check);
    } catch (error) {
      // Tried again tomorrow, so that the same error is not in the log every minute.
      last = clock();
      if (!state.isStopping) log.error(error);
    } finally {
      isChecking = false;
    }
  };
}

function report(log: Checked['log'], { problems, findings }: DailyCheck): void {
  if (problems === 0) return;
  log.error(
    `The daily check of the store found ${problems} problems: records were altered. Run rf verify --all.`,
  );
  for (const { record, problem } of findings) log.error(`${record}: ${problem}`);
}

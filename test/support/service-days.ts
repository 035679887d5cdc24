// Days on which the service runs: each has a seal in the log. Notices and absences are counted in them.

import type { Context } from '@rf-indicators/core/context/context';
import { sealRecords } from '@rf-indicators/core/log/seal';
import type { MasterKey } from '@rf-indicators/core/secrets/master-key';

const DAY = 24 * 60 * 60 * 1000;

/** Moves the clock a day at a time, and seals on each. */
export async function serveDays(
  context: Context,
  masterKey: MasterKey,
  days: number,
  moveBy: (milliseconds: number) => void,
): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    moveBy(DAY);
    await sealRecords(context, { masterKey, checkpointFile: null }, { daily: true });
  }
}

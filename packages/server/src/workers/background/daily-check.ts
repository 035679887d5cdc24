// The daily self-check of the service: verifies what is newer than the checkpoint that was kept after the last one, and a
// thirtieth of what is older, so that everything is verified once a month.

import type { Since } from '@rf-indicators/core/desk/verification/since';
import type { Finding } from '@rf-indicators/core/log/findings';
import { threadClock } from '../../clock/shared-clock.ts';
import { keep, readKept } from './kept-checkpoint.ts';
import type { BackgroundSettings } from './messages.ts';
import { verifyInSnapshot } from './verification.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Everything is verified in so many days. */
const DAYS_FOR_ALL = 30;
const MOST_FINDINGS = 20;

export interface DailyCheck {
  /** When it began. */
  at: number;
  problems: number;
  /** The first ones. */
  findings: Finding[];
}

/** Without a kept checkpoint, everything is verified. */
export async function checkDaily(
  { acts, clock: memory }: Pick<BackgroundSettings, 'acts' | 'clock'>,
  giveWay: () => Promise<void>,
): Promise<DailyCheck> {
  const at = threadClock(memory)();
  const kept = await readKept(acts.dataDir);
  const since: Since | null = kept && {
    checkpoint: kept.checkpoint,
    share: { part: Math.floor(at / DAY) % DAYS_FOR_ALL, of: DAYS_FOR_ALL },
  };
  const { verification, checkpoint } = await verifyInSnapshot(acts, giveWay, { since });
  const { findings } = verification;
  // After findings the older one stays, so that the next check finds them again.
  if (findings.length === 0 && checkpoint !== null) await keep(acts.dataDir, { at, checkpoint });
  return { at, problems: findings.length, findings: findings.slice(0, MOST_FINDINGS) };
}

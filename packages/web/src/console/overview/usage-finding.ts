// What thirty days of usage say, in one line.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { count, plural, utcDate } from '../../ui/format.ts';

export type UsageTotals = AnswerOf<'usage.totals'>;

/** "About 620 requests a weekday; 212 refused on 4 November 2026". */
export function usageFinding({ accepted, refused, by_day }: UsageTotals): string {
  if (accepted === 0 && refused === 0) return 'No requests in 30 days';
  const worst = by_day.reduce((most, day) => (day.refused > most.refused ? day : most), by_day[0]!);
  const refusals =
    refused === 0
      ? 'none refused'
      : worst.refused === refused
        ? `${count(refused)} refused on ${utcDate(worst.day)}`
        : `${count(refused)} refused, most on ${utcDate(worst.day)}`;
  return `${usual(by_day) ?? plural(accepted, 'request')}; ${refusals}`;
}

const DAYS_FOR_A_HABIT = 10;

/** Null where there are too few working days to speak of a habit. */
function usual(days: UsageTotals['by_day']): string | null {
  // Today is not over, so it says nothing about a whole day.
  const working = days.slice(0, -1).filter(({ day }) => ![0, 6].includes(new Date(day).getUTCDay()));
  if (working.length < DAYS_FOR_A_HABIT) return null;
  const mean = working.reduce((sum, { accepted }) => sum + accepted, 0) / working.length;
  const rounded = mean < 20 ? Math.round(mean) : Math.round(mean / 10) * 10;
  return `About ${plural(rounded, 'request')} a weekday`;
}

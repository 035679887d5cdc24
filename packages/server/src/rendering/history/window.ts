// The last 90 days, from a midnight in UTC, so that the same day always gives the same answer.

export const HISTORY_DAYS = 90;
export const DAY = 24 * 60 * 60 * 1000;

export function startOfDay(now: number): number {
  return Math.floor(now / DAY) * DAY;
}

export function historySince(now: number): number {
  return startOfDay(now) - HISTORY_DAYS * DAY;
}

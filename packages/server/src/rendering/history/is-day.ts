// Days in parameters.

import { civilDate } from '@rf-indicators/core/context/times';

/** Whether the calendar has this day, which is written as 2026-04-26. */
export function isDay(text: string): boolean {
  const start = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(start) && civilDate(start) === text;
}

// ISO 8601 weeks, in UTC: from Monday to Sunday, numbered in the year that has their Thursday, and written 2026-W32.

import { DAY, startOfDay } from './window.ts';

export const WEEK = 7 * DAY;

export interface Week {
  /** "2026-W32". */
  name: string;
  /** The Monday at 00:00 UTC. */
  from: number;
  /** The next Monday at 00:00 UTC. */
  until: number;
}

export function weekOf(instant: number): Week {
  const day = startOfDay(instant);
  // Monday is 0.
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  const from = day - weekday * DAY;
  const thursday = new Date(from + 3 * DAY);
  const year = thursday.getUTCFullYear();
  const number = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / WEEK) + 1;
  return { name: `${year}-W${String(number).padStart(2, '0')}`, from, until: from + WEEK };
}

/** Null for a text that names no week, such as 2025-W53: that year has 52. */
export function readWeek(name: string): Week | null {
  const [, year, number] = /^([0-9]{4})-W([0-9]{2})$/.exec(name) ?? [];
  if (year === undefined || number === undefined) return null;
  // 4 January is always in the first week.
  const first = weekOf(Date.UTC(Number(year), 0, 4));
  const week = weekOf(first.from + (Number(number) - 1) * WEEK);
  return week.name === name ? week : null;
}

export function weekBefore({ from }: Week): Week {
  return weekOf(from - DAY);
}

export function weekAfter({ until }: Week): Week {
  return weekOf(until);
}

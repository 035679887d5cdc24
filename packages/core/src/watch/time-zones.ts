// Hours of a day in a time zone, by the rules of the runtime: an hour that the clock skips is the next that there is, and of an hour
// that it repeats the first counts.

import { dayAfter } from '../context/times.ts';

const DAY = 24 * 60 * 60 * 1000;
const HOUR = 60 * 60 * 1000;

export function isTimeZone(name: string): boolean {
  // Offsets have no rules for summer time, so a name is asked for.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  });
  formats.set(zone, format);
  return format;
}

/** The date and time on a clock in the zone. */
export function localTime(at: number, zone: string): { day: string; hour: number; minute: number } {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type)!;
  return {
    day: `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}`,
    hour: Number(of('hour')),
    minute: Number(of('minute')),
  };
}

/** The first instant of a day at which a clock in the zone shows this hour or a later one. */
export function instantOf(day: string, hour: number, zone: string): number {
  const wanted = `${day} ${String(hour).padStart(2, '0')}:00`;
  const shownAt = (at: number) => {
    const { day: shown, hour: shownHour, minute } = localTime(at, zone);
    return `${shown} ${[shownHour, minute].map((part) => String(part).padStart(2, '0')).join(':')}`;
  };
  // Zones are at most 14 hours ahead of UTC and 12 behind. The clock of a day never runs a whole day back, so the first instant is
  // found among the quarters of an hour.
  const guess = Date.parse(`${day}T00:00:00Z`) + hour * HOUR;
  for (let at = guess - 15 * HOUR; at <= guess + 15 * HOUR; at += HOUR / 4)
    if (shownAt(at) >= wanted) return at;
  return guess;
}

/** 1 is Monday. */
export function weekdayOf(day: string): number {
  return ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
}

export interface Timing {
  every: 'day' | 'week';
  weekday: number;
  hour: number;
  zone: string;
}

/** The first time after an instant. */
export function nextTime({ every, weekday, hour, zone }: Timing, after: number): number {
  let day = localTime(after - DAY, zone).day;
  for (;;) {
    const at = instantOf(day, hour, zone);
    if (at > after && (every === 'day' || weekdayOf(day) === weekday)) return at;
    day = dayAfter(day, 1);
  }
}

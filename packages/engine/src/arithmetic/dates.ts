// Calendar dates as day numbers. No clock, locale or time zone is involved.

const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Why a text is not a date: it has another form, or it names a day that the calendar does not have. */
export type InvalidDate = 'malformed' | 'impossible';

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function digitsAt(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** The day number of a `YYYY-MM-DD` date. Consecutive days differ by one, across months and years. */
export function dayNumber(text: string): number | InvalidDate {
  if (text.length !== 10 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return 'malformed';
  const year = digitsAt(text, 0, 4);
  const month = digitsAt(text, 5, 7);
  const day = digitsAt(text, 8, 10);
  if (year < 0 || month < 0 || day < 0) return 'malformed';
  if (year === 0 || month === 0 || month > 12 || day === 0) return 'impossible';
  const leapDay = isLeapYear(year) ? 1 : 0;
  if (day > DAYS_IN_MONTH[month - 1]! + (month === 2 ? leapDay : 0)) return 'impossible';
  return daysBeforeYear(year) + DAYS_BEFORE_MONTH[month - 1]! + (month > 2 ? leapDay : 0) + day;
}

/** The `YYYY-MM-DD` date of a day number; the inverse of dayNumber. */
export function dateText(day: number): string {
  // A year has at least 365 days, so this is the year or a later one.
  let year = Math.floor((day - 1) / 365) + 1;
  while (daysBeforeYear(year) >= day) year -= 1;
  const leapDay = isLeapYear(year) ? 1 : 0;
  let rest = day - daysBeforeYear(year);
  let month = 0;
  while (rest > DAYS_IN_MONTH[month]! + (month === 1 ? leapDay : 0)) {
    rest -= DAYS_IN_MONTH[month]! + (month === 1 ? leapDay : 0);
    month += 1;
  }
  const padded = (value: number, length: number) => String(value).padStart(length, '0');
  return `${padded(year, 4)}-${padded(month + 1, 2)}-${padded(rest, 2)}`;
}

function daysBeforeYear(year: number): number {
  const past = year - 1;
  return past * 365 + Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400);
}

export const DAY_SECONDS = 86_400;
/** The last second of the year 9999. */
const lastSecond = 253_402_300_799;

/** Seconds since 1970 as an instant in UTC, such as 2026-04-01T08:00:00Z. Beyond the year 9999, the seconds themselves. */
export function instantOfSeconds(seconds: number): string {
  if (seconds > lastSecond) return String(seconds);
  const date = dateText((dayNumber('1970-01-01') as number) + Math.floor(seconds / DAY_SECONDS));
  const rest = seconds % DAY_SECONDS;
  const [hour, minute, second] = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60, rest % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date}T${two(hour)}:${two(minute)}:${two(second)}Z`;
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.\d+)?Z$/;

/** Seconds since 1970 of an instant in UTC, without parts of a second. Null for any other value. */
export function secondsOf(instant: unknown): number | null {
  const [, date = '', hour, minute, second] = (typeof instant === 'string' && INSTANT.exec(instant)) || [];
  const day = dayNumber(date);
  if (typeof day !== 'number') return null;
  const days = day - (dayNumber('1970-01-01') as number);
  return days * DAY_SECONDS + Number(hour) * 3600 + Number(minute) * 60 + Number(second);
}

// Reads a date. Only dates with slashes can be read in two ways: 03/04/2026 is in March or in April.

import { dayNumber } from '@rf-indicators/engine';

export const DATE_FORMATS = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

export type ReadDate = { date: string } | { why: string };

/** The first two forms are read in every format, because they mean one thing only. */
export function readDate(text: string, format: DateFormat | null): ReadDate {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$|^(\d{1,2})([./])(\d{1,2})\5(\d{4})$/.exec(text.trim());
  if (parts === null)
    return { why: 'is not a date with a year of four digits, such as 2026-12-31 or 31.12.2026' };
  const [iso, year, , , first, separator, second, lastYear] = parts;
  if (year !== undefined) return dateOf(iso);
  const isMonthFirst = separator === '/' && format === 'MM/DD/YYYY';
  if (separator === '/' && !isMonthFirst && format !== 'DD/MM/YYYY')
    return { why: 'can be read with the day or the month first' };
  const [day, month] = isMonthFirst ? [second, first] : [first, second];
  return dateOf(`${lastYear}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`);
}

function dateOf(date: string): ReadDate {
  return typeof dayNumber(date) === 'number' ? { date } : { why: 'is not a day of the calendar' };
}

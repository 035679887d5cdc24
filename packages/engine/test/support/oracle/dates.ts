// The calendar of the test oracle.

function isLeapYear(year: number): boolean {
  return year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0);
}

/** The day number, counted from the start of year 1 by the lengths of years and months. */
export function countDays(date: string): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const before = year - 1;
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  const lengths = [31, isLeapYear(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return lengths.slice(0, month - 1).reduce((days, length) => days + length, before * 365 + leapDays + day);
}

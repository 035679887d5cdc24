// Civil dates, such as 2026-11-14. They are UTC days and are never shifted to the reader's zone.

const LONG = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const DAY = 24 * 60 * 60 * 1000;

/** "November 2026", of a month such as 2026-11. */
export function monthInWords(month: string): string {
  return LONG.format(new Date(`${month}-01T00:00:00Z`));
}

export function dateOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** The weeks of a month, from Monday to Sunday; null for days of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  const before = (new Date(first).getUTCDay() + 6) % 7;
  const weeks: (string | null)[][] = [];
  for (let monday = first - before * DAY; dateOf(monday).slice(0, 7) <= month; monday += 7 * DAY) {
    const days = Array.from({ length: 7 }, (_, at) => dateOf(monday + at * DAY));
    weeks.push(days.map((date) => (date.startsWith(month) ? date : null)));
  }
  return weeks;
}

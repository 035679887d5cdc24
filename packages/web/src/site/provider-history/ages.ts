// "3 days ago" beside a date, for a week. It stands at the end of its line, so that nothing moves when it comes.

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const LONGEST_DAYS = 7;

export function showAges(root: ParentNode): void {
  for (const place of root.querySelectorAll<HTMLElement>('[data-age]')) {
    const time = place.parentElement?.querySelector('time');
    const age = time === null || time === undefined ? null : ageOf(Date.parse(time.dateTime), Date.now());
    if (age !== null) place.textContent = age;
  }
}

/** Null for an instant that is too old, or that lies ahead. */
export function ageOf(at: number, now: number): string | null {
  const passed = now - at;
  if (passed < 0 || passed >= (LONGEST_DAYS + 1) * DAY) return null;
  if (passed < HOUR) return 'just now';
  if (passed < DAY) return `${Math.floor(passed / HOUR)} h ago`;
  const days = Math.floor(passed / DAY);
  return `${days} ${days === 1 ? 'day' : 'days'} ago`;
}

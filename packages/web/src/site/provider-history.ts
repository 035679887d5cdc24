// Makes the history of a provider come alive: another period without leaving the page, arrow keys and the pointer walk
// through its points. Without this script the periods are links, and the table has every point.

import { fetchHistory } from './provider-history/fetch-history.ts';
import { walkPoints } from './provider-history/points.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const LONGEST_DAYS = 7;

const section = document.querySelector<HTMLElement>('[data-part="history"]');
if (section !== null) {
  walkPoints(section);
  section.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('[data-range]');
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void show(section, link);
  });
}
showAges(document);

/** Another period, or more of its steps. The server draws every one, so that it looks the same with and without scripts. */
async function show(shown: HTMLElement, link: HTMLAnchorElement): Promise<void> {
  const to = link.href;
  const isInTable = link.closest('details') !== null;
  try {
    const next = await fetchHistory(to);
    const isOpen = shown.querySelector('details')?.open ?? false;
    shown.replaceChildren(...next.childNodes);
    const table = shown.querySelector('details');
    if (table !== null) table.open = isOpen;
    history.replaceState(null, '', to.replace(/#.*$/, ''));
    walkPoints(shown);
    const focused = isInTable ? 'details > summary' : '[data-range][aria-current]';
    shown.querySelector<HTMLElement>(focused)?.focus();
  } catch {
    // The link still works: the browser then shows what is wrong.
    location.assign(to);
  }
}

/** "3 days ago" beside a date, for a week. It stands at the end of its line, so that nothing moves when it comes. */
function showAges(root: ParentNode): void {
  for (const place of root.querySelectorAll<HTMLElement>('[data-age]')) {
    const time = place.parentElement?.querySelector('time');
    const age = time === null || time === undefined ? null : ageOf(Date.parse(time.dateTime), Date.now());
    if (age !== null) place.textContent = age;
  }
}

/** Null for an instant that is too old, or that lies ahead. */
function ageOf(at: number, now: number): string | null {
  const passed = now - at;
  if (passed < 0 || passed >= (LONGEST_DAYS + 1) * DAY) return null;
  if (passed < HOUR) return 'just now';
  if (passed < DAY) return `${Math.floor(passed / HOUR)} h ago`;
  const days = Math.floor(passed / DAY);
  return `${days} ${days === 1 ? 'day' : 'days'} ago`;
}

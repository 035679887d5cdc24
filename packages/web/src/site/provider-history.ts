// Makes the history of a provider come alive: another period without leaving the page, arrow keys and the pointer walk
// through its points. Without this script the periods are links, and the table has every point.

import { showAges } from './provider-history/ages.ts';
import { walkPoints } from './provider-history/points.ts';

const section = document.querySelector<HTMLElement>('[data-part="history"]');
if (section !== null) {
  walkPoints(section);
  section.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('[data-range]');
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void showRange(section, link.href);
  });
}
showAges(document);

/** The server draws every period, so that it looks the same with and without scripts. */
async function showRange(shown: HTMLElement, to: string): Promise<void> {
  try {
    const response = await fetch(to);
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const next = page.querySelector('[data-part="history"]');
    if (next === null) throw new Error('The page has no history.');
    const isOpen = shown.querySelector('details')?.open ?? false;
    shown.replaceChildren(...next.childNodes);
    const table = shown.querySelector('details');
    if (table !== null) table.open = isOpen;
    history.replaceState(null, '', to.replace(/#.*$/, ''));
    walkPoints(shown);
    shown.querySelector<HTMLElement>('[data-range][aria-current]')?.focus();
  } catch {
    // The link still works: the browser then shows what is wrong.
    location.assign(to);
  }
}

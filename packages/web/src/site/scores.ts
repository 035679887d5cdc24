// The Scores page works without this script: its filters are a form and links, and its rows are on several pages. The
// script applies a filter when it is chosen, filters while a name is typed, and shows all rows in one table. The server
// filters, because a page holds only some of the rows.

import { sayIfIgnored } from './scores/ignored-query.ts';
import { showAllRows } from './scores/long-table.ts';
import { PARTS_REPLACED } from './scores/parts.ts';

const form = document.querySelector<HTMLFormElement>('[data-filters]');
if (form) applyFilters(form);
showTable();
sayIfIgnored(new URLSearchParams(location.search), document);

function showTable(): void {
  const table = document.querySelector<HTMLTableElement>('table.scores');
  const query = new URLSearchParams(location.search);
  if (!table) return;
  showAllRows(table, (page) => {
    query.set('page', String(page));
    return `/scores/rows?${query}`;
  });
}

function applyFilters(filters: HTMLFormElement): void {
  let isWaiting = false;
  let asked: AbortController | null = null;

  /** Where the form leads, without the fields that nobody filled in. */
  function address(): string {
    const filled = [...new FormData(filters)]
      .map(([name, value]): [string, string] => [name, String(value)])
      .filter(([name, value]) => value.trim() !== '' && !(name === 'order' && value === 'safest'));
    const query = new URLSearchParams(filled).toString();
    return query === '' ? '/' : `/?${query}`;
  }

  /** Replaces all but the form, so that the reader can keep typing. */
  async function refresh(): Promise<void> {
    isWaiting = false;
    asked?.abort();
    asked = new AbortController();
    const to = address();
    try {
      const response = await fetch(to, { signal: asked.signal });
      if (!response.ok) throw new Error(`The server answered ${response.status}.`);
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      // Before its parts leave the page that was read.
      sayIfIgnored(new URLSearchParams(to.split('?')[1]), page);
      for (const part of document.querySelectorAll<HTMLElement>('[data-part]')) {
        const next = page.querySelector(`[data-part="${part.dataset.part}"]`);
        // The same element stays, because screen readers announce changes inside it.
        if (next) part.replaceChildren(...next.childNodes);
      }
      history.replaceState(null, '', to);
      showTable();
      document.dispatchEvent(new Event(PARTS_REPLACED));
    } catch (error) {
      // The form still works: the browser then shows what is wrong.
      if ((error as Error).name !== 'AbortError') location.assign(to);
    }
  }

  filters.addEventListener('submit', (event) => {
    event.preventDefault();
    location.assign(address());
  });
  filters.addEventListener('change', (event) => {
    if ((event.target as Element).localName === 'select') location.assign(address());
  });
  filters.querySelector('[name=q]')?.addEventListener('input', () => {
    // Once a frame, however fast somebody types.
    if (!isWaiting) requestAnimationFrame(refresh);
    isWaiting = true;
  });
}

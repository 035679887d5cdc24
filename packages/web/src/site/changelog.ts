// The page of changes works without this script: its filters are a form. The script shows another choice without loading the
// page again, so that a reader can tick several boxes in a row. The server filters, because a page holds only some entries.

import { readDate } from '../charts/dates.ts';
import { datePicker } from '../ui/dates/date-picker.ts';

const form = document.querySelector<HTMLFormElement>('[data-change-filters]');
if (form) applyFilters(form);

function applyFilters(filters: HTMLFormElement): void {
  let asked: AbortController | null = null;

  function address(): string {
    const fields = [...new FormData(filters)].map(([name, value]): [string, string] => [name, String(value)]);
    return `/changelog?${new URLSearchParams(fields)}`;
  }

  /** Replaces all but the fields, so that focus stays where it is. */
  async function refresh(): Promise<void> {
    asked?.abort();
    asked = new AbortController();
    const to = address();
    try {
      const response = await fetch(to, { signal: asked.signal });
      if (!response.ok) throw new Error(`The server answered ${response.status}.`);
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      for (const part of document.querySelectorAll<HTMLElement>('[data-part]')) {
        const next = page.querySelector(`[data-part="${part.dataset.part}"]`);
        if (next) part.replaceChildren(...next.childNodes);
      }
      tickAsIn(page);
      // The address after the redirect, which has one form for each choice.
      history.replaceState(null, '', response.url);
    } catch (error) {
      // The form still works: the browser then shows what is wrong.
      if ((error as Error).name !== 'AbortError') location.assign(to);
    }
  }

  /** Without any kind, the server shows the usual ones. */
  function tickAsIn(page: Document): void {
    for (const box of filters.querySelectorAll<HTMLInputElement>('[type="checkbox"]')) {
      const { name, value } = box;
      const same = page.querySelector<HTMLInputElement>(
        `[data-change-filters] [type="checkbox"][name="${name}"][value="${value}"]`,
      );
      if (same !== null) box.checked = same.checked;
    }
  }

  const since = filters.querySelector<HTMLInputElement>('.since-day input');
  if (since !== null) addCalendar(since);

  filters.addEventListener('change', (event) => {
    if ((event.target as Element).matches('[type="checkbox"]')) void refresh();
  });
}

/** The server's field takes the date as a text; this one has a calendar too. */
function addCalendar(field: HTMLInputElement): void {
  const { element, input } = datePicker({ value: readDate(field.value) ?? '', onChange: () => undefined });
  input.name = field.name;
  input.className = field.className;
  input.setAttribute('aria-label', 'Since');
  const words = document.createElement('span');
  words.setAttribute('aria-hidden', 'true');
  words.textContent = 'Since';
  const place = document.createElement('div');
  place.className = 'since-day';
  place.append(words, element);
  field.closest('label')?.replaceWith(place);
}

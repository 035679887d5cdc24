// The Scores page works without this script: its filters are a form and links. It applies a filter when it is chosen, and
// filters while a name is typed. The server filters, because a page holds only some of the rows.

const DELAY = 150;

const form = document.querySelector<HTMLFormElement>('[data-filters]');
if (form) applyFilters(form);

function applyFilters(filters: HTMLFormElement): void {
  let waiting = 0;
  let asked: AbortController | null = null;

  /** Where the form leads, without the fields that nobody filled in. */
  function address(): string {
    const filled = [...new FormData(filters)]
      .map(([name, value]): [string, string] => [name, String(value)])
      .filter(([name, value]) => value.trim() !== '' && !(name === 'order' && value === 'safest'));
    const query = new URLSearchParams(filled).toString();
    return query === '' ? '/' : `/?${query}`;
  }

  function visit(): void {
    clearTimeout(waiting);
    location.assign(address());
  }

  /** Replaces all but the form, so that the reader can go on typing. */
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
        // The same element stays, because screen readers announce changes inside it.
        if (next) part.replaceChildren(...next.childNodes);
      }
      history.replaceState(null, '', to);
    } catch (error) {
      // The form still works: the browser then shows what is wrong.
      if ((error as Error).name !== 'AbortError') visit();
    }
  }

  filters.addEventListener('submit', (event) => {
    event.preventDefault();
    visit();
  });
  filters.addEventListener('change', (event) => {
    if ((event.target as Element).localName === 'select') visit();
  });
  filters.querySelector('[name=q]')?.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = window.setTimeout(refresh, DELAY);
  });
}

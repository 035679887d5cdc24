// The page of changes works without this script: its filters are a form. The script shows another choice without loading the
// page again, so that a reader can tick several boxes in a row. The server filters, because a page holds only some entries.

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
      // The address after the redirect, which has one form for each choice.
      history.replaceState(null, '', response.url);
    } catch (error) {
      // The form still works: the browser then shows what is wrong.
      if ((error as Error).name !== 'AbortError') location.assign(to);
    }
  }

  filters.addEventListener('change', (event) => {
    if ((event.target as Element).matches('[type="checkbox"]')) void refresh();
  });
}

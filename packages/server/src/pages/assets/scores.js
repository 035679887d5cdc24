// The Scores page works without this script: its filters are a form and links. It applies a filter when it is chosen, and
// filters while a name is typed. The server filters, because a page holds only some of the rows.
{
  const form = document.querySelector('[data-filters]');
  const DELAY = 150;
  let waiting = 0;
  let asked = null;

  /** Where the form leads, without the fields that nobody filled in. */
  function address() {
    const filled = [...new FormData(form)].filter(
      ([name, value]) => value.trim() !== '' && !(name === 'order' && value === 'safest'),
    );
    const query = new URLSearchParams(filled).toString();
    return query === '' ? '/' : `/?${query}`;
  }

  function visit() {
    clearTimeout(waiting);
    location.assign(address());
  }

  /** Replaces all but the form, so that the reader can go on typing. */
  async function refresh() {
    asked?.abort();
    asked = new AbortController();
    const to = address();
    try {
      const response = await fetch(to, { signal: asked.signal });
      if (!response.ok) throw new Error(`The server answered ${response.status}.`);
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      for (const part of document.querySelectorAll('[data-part]')) {
        const next = page.querySelector(`[data-part="${part.dataset.part}"]`);
        // The same element stays, because screen readers announce changes inside it.
        if (next) part.replaceChildren(...next.childNodes);
      }
      history.replaceState(null, '', to);
    } catch (error) {
      // The form still works: the browser then shows what is wrong.
      if (error.name !== 'AbortError') visit();
    }
  }

  if (form) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      visit();
    });
    form.addEventListener('change', (event) => {
      if (event.target.localName === 'select') visit();
    });
    form.elements.q.addEventListener('input', () => {
      clearTimeout(waiting);
      waiting = setTimeout(refresh, DELAY);
    });
  }
}

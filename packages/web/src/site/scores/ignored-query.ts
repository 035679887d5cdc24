// A static host answers with the same file whatever stands behind the question mark of an address. Then the page says so,
// so that nobody takes all providers for those that match.

import { el } from '../dom/elements.ts';

const WORDS =
  'This is a copy of the site without its service: it has the table of all scores, and no map, no timeline and no filters. The CSV file has all rows.';

/** `asked` is the query of the address, and `page` what was answered. The view that is shown links to what the server understood. */
export function sayIfIgnored(asked: URLSearchParams, page: ParentNode): void {
  document.querySelector('[data-ignored-query]')?.remove();
  if (isIgnored(asked, page))
    document
      .querySelector('[data-filters]')
      ?.after(el('p', { class: 'small', role: 'alert', 'data-ignored-query': true }, WORDS));
}

function isIgnored(asked: URLSearchParams, page: ParentNode): boolean {
  const address = page.querySelector('.views [aria-current]')?.getAttribute('href');
  if (!address) return false;
  const understood = new URL(address, location.origin).searchParams;
  const isLost = (name: string, value: string) =>
    value !== '' && isKnown(page, name, value) && !understood.has(name);
  return ['view', 'q', 'type', 'band'].some((name) => isLost(name, asked.get(name)?.trim() ?? ''));
}

/** The service ignores values that it does not know, too. */
function isKnown(page: ParentNode, name: string, value: string): boolean {
  if (name === 'q') return true;
  if (name === 'view') return value === 'map' || value === 'timeline';
  return page.querySelector(`select[name="${name}"] option[value="${CSS.escape(value)}"]`) !== null;
}

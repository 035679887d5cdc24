// Search while one types. The text of all guides is loaded once, when the field is first used; then nothing is asked of
// the server, so the search works without a connection.

import { type GuideMatch, type GuideSection, searchGuides } from '@rf-indicators/contract/guide-search';
import { el } from '../dom/elements.ts';

const LIST_ID = 'guide-found';

let sections: Promise<readonly GuideSection[]> | null = null;

function loadSections(): Promise<readonly GuideSection[]> {
  sections ??= fetch('/docs/search-index.json')
    .then((response) => {
      if (!response.ok) throw new Error(`The text of the guides was not sent: ${response.status}`);
      return response.json();
    })
    .catch((error) => {
      sections = null;
      throw error;
    });
  return sections;
}

export function addSearch(field: HTMLInputElement): void {
  const list = el('ul', {
    ...{ class: 'guide-found', id: LIST_ID, role: 'listbox' },
    ...{ 'aria-label': 'Found in the guides', hidden: true },
  });
  field.form!.append(list);
  const attributes = {
    role: 'combobox',
    'aria-expanded': 'false',
    'aria-controls': LIST_ID,
    'aria-autocomplete': 'list',
  };
  for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);

  let selected = -1;
  const options = () => [...list.querySelectorAll<HTMLElement>('[role="option"]')];
  const close = () => {
    list.hidden = true;
    select(-1);
    field.setAttribute('aria-expanded', 'false');
  };
  const select = (at: number) => {
    selected = at;
    for (const [index, option] of options().entries())
      option.setAttribute('aria-selected', String(index === at));
    const option = options()[at];
    option?.scrollIntoView({ block: 'nearest' });
    if (option === undefined) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', option.id);
  };
  const show = async () => {
    const query = field.value;
    if (query.trim() === '') return close();
    const found = await loadSections().catch(() => null);
    // Without the text the form still asks the server. What was typed meanwhile is searched for by its own event.
    if (found === null || field.value !== query) return;
    list.replaceChildren(...matchesOrNone(searchGuides(found, query)));
    list.hidden = false;
    field.setAttribute('aria-expanded', 'true');
    select(-1);
  };

  field.addEventListener('focus', () => void loadSections().catch(() => undefined));
  field.addEventListener('input', () => void show());
  field.addEventListener('keydown', (event) => {
    const count = options().length;
    if (event.key === 'Escape' && !list.hidden) {
      close();
      event.preventDefault();
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !list.hidden && count > 0) {
      // The field itself is a stop too.
      const step = event.key === 'ArrowDown' ? 1 : -1;
      select(((selected + 1 + step + count + 1) % (count + 1)) - 1);
      event.preventDefault();
    } else if (event.key === 'Enter' && selected >= 0) {
      event.preventDefault();
      options()[selected]?.click();
    }
  });
  field.form!.addEventListener('focusout', ({ relatedTarget }) => {
    if (!field.form!.contains(relatedTarget as Node | null)) close();
  });
  // A press would take the focus from the field, and close the list before the click.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', close);
}

function matchesOrNone(matches: readonly GuideMatch[]): HTMLElement[] {
  if (matches.length > 0) return matches.map(optionOf);
  const none = el('li', { class: 'none' }, 'No guide has all of these words. Try fewer.');
  none.setAttribute('role', 'presentation');
  return [none];
}

function optionOf({ section, excerpt }: GuideMatch, at: number): HTMLElement {
  const { page, title, heading, id } = section;
  const address = `/docs/${page}${id === '' ? '' : `#${id}`}`;
  const option = el(
    'li',
    { id: `${LIST_ID}-${at}`, role: 'option' },
    el('strong', {}, heading === '' ? title : `${title}: ${heading}`),
    el('p', {}, ...excerpt.map((part, index) => (index % 2 === 1 ? el('mark', {}, part) : part))),
  );
  option.addEventListener('click', () => location.assign(address));
  return option;
}

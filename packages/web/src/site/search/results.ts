// The list below a search field: what was found, by kind, for the keyboard and the pointer.

import { groupedMatches, type SearchMatch } from '@rf-indicators/contract/search';
import { lazyIndex, readEverything } from '../../api/search.ts';
import { el } from '../dom/elements.ts';

const loadIndex = lazyIndex(readEverything);
let fields = 0;

export function addResults(field: HTMLInputElement): void {
  const id = `found-${fields++}`;
  const list = el('div', { class: 'search-found', id, role: 'listbox', 'aria-label': 'Found', hidden: true });
  field.form!.append(list);
  const attributes = {
    role: 'combobox',
    'aria-expanded': 'false',
    'aria-controls': id,
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
    const index = await loadIndex().catch(() => null);
    // Without the index the form still asks the server. What was typed meanwhile is searched for by its own event.
    if (index === null || field.value !== query) return;
    list.replaceChildren(...groupsOrNone(index.find(query), id));
    list.hidden = false;
    field.setAttribute('aria-expanded', 'true');
    select(-1);
  };

  void loadIndex().catch(() => undefined);
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
  // Something may have been typed before this was loaded.
  void show();
}

function groupsOrNone(matches: readonly SearchMatch[], id: string): HTMLElement[] {
  if (matches.length === 0)
    return [
      el(
        'p',
        { class: 'none', role: 'presentation' },
        'Nothing was found. Press Enter to see where else to look.',
      ),
    ];
  let next = 0;
  return groupedMatches(matches).map(({ title, matches: found }) =>
    el(
      'div',
      { role: 'group', 'aria-label': title },
      el('p', { class: 'search-group', 'aria-hidden': 'true' }, title),
      ...found.map((match) => optionOf(match, `${id}-${next++}`)),
    ),
  );
}

function optionOf({ entry, excerpt }: SearchMatch, id: string): HTMLElement {
  const { title, heading, address } = entry;
  const option = el(
    'div',
    { id, role: 'option', 'aria-selected': 'false' },
    el('strong', {}, heading === '' ? title : `${title}: ${heading}`),
    el('p', {}, ...excerpt.map((part, index) => (index % 2 === 1 ? el('mark', {}, part) : part))),
  );
  option.addEventListener('click', () => location.assign(address));
  return option;
}

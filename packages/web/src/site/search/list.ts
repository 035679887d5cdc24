// The results of a search as a listbox that the field controls: the field keeps the focus, arrow keys choose.

import { RESULT_GROUPS, type ResultGroup, type SearchResult } from '@rf-indicators/contract/search';
import { type SearchArea, searchPageOf } from '../../api/search.ts';
import { el } from '../dom/elements.ts';
import { type Found, Questions } from './ask.ts';

/** An answer that comes sooner needs no word about it. */
const QUIET_MS = 300;

export interface ListOptions {
  area: SearchArea | null;
  /** Whether there is a list, a sentence, or neither. */
  onShown: (isShown: boolean) => void;
  /** A result was opened. */
  onOpened: () => void;
}

let lists = 0;

export class ResultList {
  readonly element: HTMLElement;
  readonly #field: HTMLInputElement;
  readonly #options: ListOptions;
  readonly #listbox: HTMLElement;
  readonly #status: HTMLElement;
  readonly #questions: Questions;
  readonly #id = `found-${lists++}`;
  #choices: HTMLAnchorElement[] = [];
  #chosen = -1;
  /** What the list shows the results of; null while that is something else than what is in the field. */
  #shown: string | null = null;
  /** Enter was pressed before the answer came. */
  #opensFirst = false;
  #late: ReturnType<typeof setTimeout> | undefined;

  constructor(field: HTMLInputElement, options: ListOptions) {
    this.#field = field;
    this.#options = options;
    this.#questions = new Questions(options.area, (found) => this.#onFound(found));
    this.#listbox = el('div', { id: this.#id, role: 'listbox', 'aria-label': 'Results', hidden: true });
    this.#status = el('p', { class: 'search-status', role: 'status' });
    this.element = el('div', { class: 'search-found' }, this.#listbox, this.#status);
    for (const [name, value] of Object.entries({
      role: 'combobox',
      'aria-expanded': 'false',
      'aria-controls': this.#id,
      'aria-autocomplete': 'list',
    }))
      field.setAttribute(name, value);
    // A press would take the focus from the field, and close the list before the click.
    this.element.addEventListener('mousedown', (event) => event.preventDefault());
  }

  get query(): string {
    return this.#field.value.trim();
  }

  /** Shows what is found for the text of the field, or what is offered without one. */
  update(): void {
    const { query } = this;
    this.#opensFirst = false;
    this.#shown = null;
    this.#choose(-1);
    clearTimeout(this.#late);
    if (query === '') {
      this.#questions.cancel();
      this.#draw(this.#options.area?.offered() ?? []);
      this.#shown = '';
      this.#say('');
      return;
    }
    // What is there stays until the answer comes, so that nothing flickers.
    this.#late = setTimeout(() => this.#say('Searching…'), QUIET_MS);
    this.#questions.ask(query);
  }

  close(): void {
    clearTimeout(this.#late);
    this.#questions.cancel();
    this.#draw([]);
    this.#say('');
    this.#shown = null;
  }

  /** True if the key did something. */
  onKey(key: string): boolean {
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      const count = this.#choices.length;
      if (count === 0) return false;
      // Without an area, the field itself is a stop too: Enter then opens all results.
      const first = this.#options.area === null ? -1 : 0;
      const stops = count - first;
      const step = key === 'ArrowDown' ? 1 : -1;
      this.#choose(((Math.max(this.#chosen, first) - first + step + stops) % stops) + first);
      return true;
    }
    if (key !== 'Enter') return false;
    const chosen = this.#choices[this.#chosen];
    if (chosen !== undefined && this.#shown !== null) chosen.click();
    else if (this.#options.area === null) return false;
    else this.#opensFirst = this.#shown === null;
    return true;
  }

  #onFound(found: Found): void {
    clearTimeout(this.#late);
    this.#shown = found.query;
    this.#draw(found.groups);
    // Without an answer, the page with all results may still have one.
    if (found.groups.length > 0 || (found.isPartial && !found.isMissing)) this.#addAll(found.query);
    this.#say(sentenceOf(found, this.#options.area !== null));
    if (this.#options.area !== null && this.#choices.length > 0) this.#choose(0);
    if (!this.#opensFirst) return;
    this.#opensFirst = false;
    this.#choices[0]?.click();
  }

  #draw(groups: readonly ResultGroup[]): void {
    this.#choices = [];
    const drawn = groups.map((group, at) => this.#group(group, `${this.#id}-group-${at}`));
    this.#listbox.replaceChildren(...drawn);
    this.#listbox.scrollTop = 0;
    this.#choose(-1);
    this.#onDrawn();
  }

  #onDrawn(): void {
    const hasChoices = this.#choices.length > 0;
    this.#listbox.hidden = !hasChoices;
    this.#field.setAttribute('aria-expanded', String(hasChoices));
    this.#options.onShown(hasChoices || this.#status.textContent !== '');
  }

  #say(sentence: string): void {
    this.#status.textContent = sentence;
    this.#onDrawn();
  }

  #group({ kind, results }: ResultGroup, id: string): HTMLElement {
    return el(
      'div',
      { role: 'group', 'aria-labelledby': id },
      el('p', { id, class: 'search-group', role: 'presentation' }, RESULT_GROUPS[kind]),
      ...results.map((result) => this.#choice(result)),
    );
  }

  #choice(result: SearchResult): HTMLElement {
    const { title, within, text = [], note, address } = result;
    const [fact, ...rest] = text;
    const beside = [within, note].filter((part) => part !== undefined).join(' · ');
    const choice = el(
      'a',
      {
        ...{ id: `${this.#id}-${this.#choices.length}`, role: 'option', 'aria-selected': 'false' },
        ...{ href: address, tabindex: -1 },
      },
      el('strong', {}, title),
      beside !== '' && el('span', { class: 'search-beside' }, beside),
      fact !== undefined && rest.length === 0 && el('span', { class: 'search-fact' }, fact),
      rest.length > 0 && el('span', { class: 'search-text' }, ...text.map(marked)),
    );
    choice.addEventListener('click', (event) => {
      // In another tab, the list stays.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      this.#options.onOpened();
      if (this.#options.area?.go(result) === true) event.preventDefault();
    });
    this.#choices.push(choice);
    return choice;
  }

  #addAll(query: string): void {
    const result = { title: `All results for “${query}”`, address: searchPageOf(query) };
    this.#listbox.append(this.#choice(result));
    this.#onDrawn();
  }

  #choose(at: number): void {
    this.#chosen = at;
    for (const [index, choice] of this.#choices.entries())
      choice.setAttribute('aria-selected', String(index === at));
    const choice = this.#choices[at];
    if (choice === undefined) {
      this.#field.removeAttribute('aria-activedescendant');
      return;
    }
    this.#field.setAttribute('aria-activedescendant', choice.id);
    // The heading of the group is in view with its first result.
    const isFirst = choice.previousElementSibling?.matches('.search-group') === true;
    (isFirst ? choice.parentElement! : choice).scrollIntoView({ block: 'nearest' });
  }
}

function marked(part: string, at: number): HTMLElement | string {
  return at % 2 === 1 ? el('mark', {}, part) : part;
}

function sentenceOf({ query, groups, isPartial, isMissing }: Found, isArea: boolean): string {
  if (isMissing)
    return 'This is a copy of the site without its service, and has no search. Scores lists every provider.';
  const count = groups.reduce((sum, { results }) => sum + results.length, 0);
  if (isPartial)
    return count === 0
      ? 'The search could not be reached. Press Enter to open the search page.'
      : 'Not everything could be searched. Press Enter to open the search page.';
  if (count > 0) return `${count} ${count === 1 ? 'result' : 'results'}`;
  return isArea
    ? `Nothing is called “${query}”.`
    : `Nothing was found for “${query}”. Press Enter to see where else to look.`;
}

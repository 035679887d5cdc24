// The search as an overlay: over the whole screen of a phone, and as the palette of the console and the desk.

import { currentArea, searchPageOf } from '../../api/search.ts';
import { button, el } from '../dom/elements.ts';
import { ResultList } from './list.ts';

const MOST_LETTERS = 120;

/** What was typed into the field moves to that of the overlay. */
export function showOverlay(from: HTMLInputElement | null): void {
  if (document.querySelector('.search-overlay') !== null) return;
  const area = currentArea();
  const label = area?.label ?? 'Search';
  const field = el('input', {
    ...{ type: 'text', class: 'field', name: 'q', autocomplete: 'off', spellcheck: 'false' },
    ...{ enterkeyhint: 'search', maxlength: MOST_LETTERS, placeholder: label, 'aria-label': label },
  });
  const dialog = el('dialog', { class: 'search-overlay', 'aria-label': 'Search' });
  const close = () => dialog.close();
  const list = new ResultList(field, { area, onShown: () => undefined, onOpened: close });
  const form = el('form', { action: '/search', role: 'search' }, field, button('Close', close));
  dialog.append(form, list.element);

  field.addEventListener('input', (event) => {
    if (!(event as InputEvent).isComposing) list.update();
  });
  field.addEventListener('compositionend', () => list.update());
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (list.onKey(event.key)) event.preventDefault();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (list.query !== '') location.assign(searchPageOf(list.query));
  });
  // A press beside the panel.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) close();
  });
  dialog.addEventListener('close', () => {
    list.close();
    dialog.remove();
  });

  document.body.append(dialog);
  dialog.showModal();
  field.focus();
  if (from !== null && from.value !== from.defaultValue) {
    field.value = from.value;
    from.value = from.defaultValue;
  }
  list.update();
}

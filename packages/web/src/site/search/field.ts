// A search field of the site with its list below.

import { ResultList } from './list.ts';

const started = new WeakSet<HTMLInputElement>();

/** `isOverlay`: the overlay takes over what is typed into the field. */
export function startField(field: HTMLInputElement, isOverlay: () => boolean): void {
  if (started.has(field) || isOverlay()) return;
  started.add(field);
  const form = field.form!;
  const list: ResultList = new ResultList(field, {
    area: null,
    onShown: (isShown) => {
      list.element.hidden = !isShown;
    },
    onOpened: () => list.close(),
  });
  list.element.hidden = true;
  form.append(list.element);
  const update = () => {
    if (!isOverlay()) list.update();
  };
  field.addEventListener('input', (event) => {
    if (!(event as InputEvent).isComposing) update();
  });
  field.addEventListener('compositionend', update);
  field.addEventListener('keydown', (event) => {
    if (event.isComposing || isOverlay()) return;
    if (event.key === 'Escape' && !list.element.hidden) {
      list.close();
      event.preventDefault();
    } else if (list.onKey(event.key)) event.preventDefault();
  });
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!form.contains(relatedTarget as Node | null)) list.close();
  });
  // Something may have been typed before this was loaded.
  if (document.activeElement === field && field.value !== field.defaultValue) update();
}

// Search as one types, on every page: in the fields of the site, and as an overlay on phones, in the console and at the desk.
// The keys / and Ctrl K lead there. What it needs is loaded when a field is first used.

import { currentArea, onSearchOpened } from '../api/search.ts';

const load = () => import('./search/start.ts');

/** On phones a list below the field has no room. */
const PHONE = matchMedia('(max-width: 600px)');

// On the document, because the web application adds and removes the header.
document.addEventListener('focusin', ({ target }) => {
  if (isSearchField(target)) void load().then(({ startField }) => startField(target, isOverlay));
});
// Not when it is focused: somebody who goes through a page with Tab does not want to search.
for (const type of ['click', 'input'])
  document.addEventListener(type, ({ target }) => {
    if (isSearchField(target) && isOverlay()) openOverlay(target);
  });
document.addEventListener('keydown', (event) => {
  if (!isSlash(event) && !isCtrlK(event)) return;
  // Not over a dialog, which waits for an answer.
  if (document.querySelector('dialog[open], [role="dialog"], [role="alertdialog"]') !== null) return;
  event.preventDefault();
  open();
});
onSearchOpened(open);

function open(): void {
  const field = headerField();
  if (isOverlay() || field === null) {
    openOverlay(field);
  } else {
    field.focus();
    field.select();
  }
}

function openOverlay(field: HTMLInputElement | null): void {
  void load().then(({ showOverlay }) => showOverlay(field));
}

function isOverlay(): boolean {
  return PHONE.matches || currentArea() !== null;
}

function headerField(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('.site-header [data-search]');
}

function isSearchField(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.matches('[data-search]');
}

function isCtrlK({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

function isSlash({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key !== '/' || ctrlKey || metaKey || altKey) return false;
  return !(target instanceof Element && target.closest('input, select, textarea, [contenteditable]'));
}

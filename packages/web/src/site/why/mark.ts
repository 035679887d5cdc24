// Sets the mark of a part of the page, and the words beside it. The server drew all marks; the style sheet shows one.

import { el } from '../dom/elements.ts';
import type { Mark } from '../verify/elements.ts';

export function say(place: HTMLElement, mark: Mark, word: string, explanation: string): void {
  place.dataset.mark = mark;
  place.querySelector('[data-word]')!.textContent = word;
  place.querySelector('[data-explanation]')!.textContent = explanation;
}

/** "✕ Different", with the drawing of another mark of the page. */
export function resultOf(mark: Mark, word: string): HTMLElement {
  const sign = document.querySelector('.why .sign')!.cloneNode(true);
  return el('span', { class: 'result', 'data-mark': mark }, sign, el('span', {}, word));
}

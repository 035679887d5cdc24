// Writes the results of the browser's checks into the table that the server rendered. Rows stay as high as they are, unless
// something failed.

import { el } from '../dom/elements.ts';
import { RESULT_WORDS, type Step } from './steps.ts';

export function showSteps(body: Element, steps: readonly Step[]): void {
  for (const step of steps) {
    const row = body.querySelector<HTMLElement>(`[data-step="${step.step}"]`) ?? addRow(body, step);
    showStep(row, step);
  }
}

/** A step that the server does not have, such as witnesses that the reader requires. */
function addRow(body: Element, { step, name, meaning }: Step): HTMLElement {
  const row = body.querySelector('tr:last-child')!.cloneNode(true) as HTMLElement;
  row.dataset.step = step;
  row.querySelector('th')!.textContent = name;
  row.querySelector('.muted')!.textContent = meaning;
  body.append(row);
  return row;
}

const serverFound = new WeakMap<Element, string>();

function showStep(row: HTMLElement, { step, result, found, bytes }: Step): void {
  const cell = row.querySelector<HTMLElement>('[data-by="browser"] .result')!;
  cell.dataset.mark = result;
  cell.querySelector('span')!.textContent =
    step === 'witnesses' && result === 'unchecked' ? 'None yet' : RESULT_WORDS[result];
  const place = row.querySelector('.finding')!;
  if (!serverFound.has(place)) serverFound.set(place, place.textContent!);
  place.textContent = result === 'failed' ? found : serverFound.get(place)!;
  row.toggleAttribute('data-failed', result === 'failed');
  row.querySelector('.bytes')!.replaceChildren(...bytes.flatMap(([label, text]) => shownBytes(label, text)));
}

export function shownBytes(label: string, text: string): Element[] {
  return [el('p', { class: 'small' }, label), el('pre', { class: 'wrapped' }, el('code', {}, text))];
}

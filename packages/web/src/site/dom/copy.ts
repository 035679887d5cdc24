// Copies a text, and says so on the button that was pressed and to screen readers.

import { copyText, SAID_MS } from '../../ui/copy-text.ts';
import { el } from './elements.ts';

const restoring = new WeakMap<HTMLElement, number>();
// There before anything is said: screen readers follow only what was on the page already.
const status = el('span', { role: 'status', class: 'visually-hidden' });
document.body.append(status);

export async function copyWith(button: HTMLElement, text: string): Promise<void> {
  const label = button.dataset.label ?? button.textContent;
  button.dataset.label = label;
  // The button keeps its width, whatever it says.
  button.style.minWidth = `${button.getBoundingClientRect().width}px`;
  const said = await copyText(text);
  button.textContent = said;
  status.textContent = said;
  clearTimeout(restoring.get(button));
  const restore = () => {
    button.textContent = label;
    status.textContent = '';
  };
  restoring.set(button, window.setTimeout(restore, SAID_MS));
}

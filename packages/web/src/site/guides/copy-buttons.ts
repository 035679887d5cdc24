// A button on each block of code, and a stop of Tab on blocks and tables that scroll.

import { el } from '../shared/elements.ts';

const COPIED_MS = 2000;

export function addCopyButtons(): void {
  for (const block of document.querySelectorAll('.guide .code')) {
    const code = block.querySelector('code');
    if (code === null || !('clipboard' in navigator)) continue;
    block.append(copyButton(() => code.textContent ?? ''));
  }
  for (const scrolled of document.querySelectorAll<HTMLElement>('.guide pre, .guide .scroll')) {
    if (scrolled.scrollWidth > scrolled.clientWidth) scrolled.tabIndex = 0;
  }
}

function copyButton(text: () => string): HTMLButtonElement {
  const button = el('button', { type: 'button', class: 'copy-code' }, 'Copy');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text());
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, COPIED_MS);
  });
  return button;
}

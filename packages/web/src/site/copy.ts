// Buttons that copy a text with one press, and say so. A page names this script if it has any.

import { copyWith } from './dom/copy.ts';

document.addEventListener('click', (event) => {
  const button = (event.target as Element).closest<HTMLElement>('[data-copy]');
  if (button !== null) void copyWith(button, button.dataset.copy!);
});

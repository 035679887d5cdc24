// Makes the guides come alive: buttons that copy code, and the heading that is being read.

import { copyWith } from './dom/copy.ts';
import { el } from './dom/elements.ts';

addCopyButtons();
markCurrentPart();

/** A button on each block of code, and a stop of Tab on blocks and tables that scroll. */
function addCopyButtons(): void {
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
  const button = el('button', { type: 'button', class: 'copy', 'aria-label': 'Copy the code' }, 'Copy');
  button.addEventListener('click', () => void copyWith(button, text()));
  return button;
}

/** Marks the heading that is being read in the list of headings. */
function markCurrentPart(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.guide-parts a')];
  const headings = links.flatMap((link) => document.getElementById(link.hash.slice(1)) ?? []);
  if (headings.length === 0) return;
  const mark = () => {
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 4);
    const current = `#${(passed.at(-1) ?? headings[0])!.id}`;
    for (const link of links) {
      if (link.hash === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  new IntersectionObserver(mark, { rootMargin: '0px 0px -75% 0px' }).observe(headings[0]!);
  addEventListener('scroll', mark, { passive: true });
  mark();
}

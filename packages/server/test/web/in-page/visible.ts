// What a reader can see of a page, and how findings name it.

/** What the checks look at: the open dialog, if there is one, because the page behind it cannot be used. */
export function shownRoot(): Element {
  return document.querySelector('[role="dialog"], [role="alertdialog"]') ?? document.body;
}

/** What is known while a check runs: an element is asked about for everything inside it. */
const cutAway = new Map<Element, boolean>();

/** Text for screen readers is cut to one pixel, and is not shown. */
function isCutAway(element: Element): boolean {
  // The next check starts anew: the page may have changed.
  if (cutAway.size === 0) queueMicrotask(() => cutAway.clear());
  const known = cutAway.get(element);
  if (known !== undefined) return known;
  const { parentElement: parent } = element;
  const isCut = getComputedStyle(element).clipPath === 'inset(50%)' || (parent !== null && isCutAway(parent));
  cutAway.set(element, isCut);
  return isCut;
}

export function isShown(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && !isCutAway(element);
}

export function shownElements(selector = '*'): Element[] {
  return [...shownRoot().querySelectorAll(selector)].filter(isShown);
}

export interface ShownText {
  text: string;
  parent: Element;
  rects: DOMRect[];
}

/** Pieces of text with the places where they are drawn. */
export function shownTexts(root: Element = shownRoot()): ShownText[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: ShownText[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = (node.nodeValue ?? '').replaceAll(/\s+/g, ' ').trim();
    const parent = node.parentElement!;
    if (text === '' || parent.closest('option, script, style, noscript') !== null || !isShown(parent))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    texts.push({ text, parent, rects: [...range.getClientRects()].filter(({ width }) => width > 0) });
  }
  return texts;
}

/** As a person would point it out: button 'Close'. */
export function nameOf(element: Element): string {
  const role = element.getAttribute('role') ?? KINDS[element.localName] ?? element.localName;
  const words =
    element.getAttribute('aria-label') ??
    element.getAttribute('placeholder') ??
    (element instanceof HTMLElement ? element.innerText : element.textContent) ??
    '';
  const short = words.replaceAll(/\s+/g, ' ').trim().slice(0, 40);
  return short === '' ? `${role}${classesOf(element)}` : `${role} '${short}'`;
}

const KINDS: Readonly<Record<string, string>> = { a: 'link', th: 'heading cell', td: 'cell', p: 'text' };

function classesOf(element: Element): string {
  return [...element.classList].map((name) => `.${name}`).join('');
}

/** Each finding once: rows of a table repeat theirs. */
export function distinct(findings: readonly string[]): string[] {
  return [...new Set(findings)];
}

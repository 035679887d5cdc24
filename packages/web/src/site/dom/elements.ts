// Makes elements. Texts become text nodes, so nothing that was read can become markup.

import { type Drawing, TEXT_ELEMENTS } from '../../charts/drawing.ts';

export type Child = Node | string | null | false;
export type Attributes = Readonly<Record<string, string | number | boolean | null>>;

const SVG = 'http://www.w3.org/2000/svg';

export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  return filled(document.createElement(name), attributes, children);
}

export function svg(name: string, attributes: Attributes = {}, ...children: readonly Child[]): SVGElement {
  return filled(document.createElementNS(SVG, name) as SVGElement, attributes, children);
}

function filled<Made extends Element>(made: Made, attributes: Attributes, children: readonly Child[]): Made {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) continue;
    made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== false));
  return made;
}

/** A drawing of charts/ as elements. */
export function made({ name, attributes, children }: Drawing): Element {
  const inner = children.map((child) => (typeof child === 'string' ? child : made(child)));
  return TEXT_ELEMENTS.has(name)
    ? el(name as keyof HTMLElementTagNameMap, attributes, ...inner)
    : svg(name, attributes, ...inner);
}

export function button(label: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = el('button', { type: 'button', class: 'quiet', ...attributes }, label);
  made.addEventListener('click', act);
  return made;
}

/** A row of cells; a cell that is not an element already becomes one. */
export function row(cells: readonly (HTMLTableCellElement | string)[]): HTMLTableRowElement {
  return el('tr', {}, ...cells.map((cell) => (typeof cell === 'string' ? el('td', {}, cell) : cell)));
}

export function figure(text: string, attributes: Attributes = {}): HTMLTableCellElement {
  return el('td', { class: 'figure', ...attributes }, text);
}

/** The head of a table; names of columns with figures begin with >. */
export function head(names: readonly string[]): HTMLTableSectionElement {
  const cells = names.map((name) =>
    name.startsWith('>')
      ? el('th', { scope: 'col', class: 'figure' }, name.slice(1))
      : el('th', { scope: 'col' }, name),
  );
  return el('thead', {}, el('tr', {}, ...cells));
}

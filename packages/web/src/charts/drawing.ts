// A drawing as data: elements of SVG and of text, before anything renders them. The server writes them as markup, the application
// gives them to React, and the scripts of public pages make elements of them, so that each chart is drawn in one place.

export interface Drawing {
  name: string;
  attributes: Readonly<Record<string, string | number>>;
  children: readonly (Drawing | string)[];
}

export function draw(
  name: string,
  attributes: Drawing['attributes'] = {},
  ...children: Drawing['children']
): Drawing {
  return { name, attributes, children };
}

/** Elements of text; all others are of SVG. */
export const TEXT_ELEMENTS: ReadonlySet<string> = new Set([
  ...['p', 'span', 'div', 'a', 'ol', 'li'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
]);

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string | number): string {
  return String(text).replaceAll(/[&<>"]/g, (character) => ESCAPES[character]!);
}

export function markupOf({ name, attributes, children }: Drawing): string {
  const given = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`);
  const open = `<${name}${given.join('')}`;
  if (children.length === 0 && name !== 'svg' && !TEXT_ELEMENTS.has(name)) return `${open}/>`;
  const inner = children.map((child) => (typeof child === 'string' ? escaped(child) : markupOf(child)));
  return `${open}>${inner.join('')}</${name}>`;
}

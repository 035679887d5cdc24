// The text of an HTML page or an SVG drawing. Attributes are dropped, and the rest is parsed into a document that belongs
// to no window: nothing in it is run, loaded or followed, and only its text leaves it.

const SKIPPED = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'embed', 'head']);
const INLINE = new Set(
  'a abbr b bdi bdo cite code data dfn em font i kbd label mark q s samp small span strong sub sup time tspan u var wbr'.split(
    ' ',
  ),
);
/** Deeper trees are made to break programs that walk them. */
const DEEPEST = 500;

export function inertText(source: string): string {
  const parsed = new DOMParser().parseFromString(withoutAttributes(source), 'text/html');
  const parts: string[] = [];
  collect(parsed.documentElement, parts, 0);
  return parts
    .join('')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Tags with their names alone: no address to load, no handler to run. In one pass, however the source is written. */
function withoutAttributes(source: string): string {
  const parts: string[] = [];
  let kept = 0;
  for (let at = source.indexOf('<'); at >= 0; at = source.indexOf('<', at + 1)) {
    const name = /^<[a-z][^\s/>]{0,60}/i.exec(source.slice(at, at + 64));
    if (name === null) continue;
    const end = endOfTag(source, at + name[0].length);
    parts.push(source.slice(kept, at), name[0], '>');
    kept = end;
    at = end - 1;
  }
  parts.push(source.slice(kept));
  return parts.join('');
}

/** After its closing bracket; brackets within quotes do not count. */
function endOfTag(source: string, from: number): number {
  let quote = '';
  for (let at = from; at < source.length; at += 1) {
    const character = source[at]!;
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at + 1;
  }
  return source.length;
}

function collect(element: Element, parts: string[], depth: number): void {
  const name = element.localName.toLowerCase();
  if (SKIPPED.has(name) || depth > DEEPEST) return;
  if (name === 'br') parts.push('\n');
  const isBlock = !INLINE.has(name);
  if (isBlock) parts.push(name === 'td' || name === 'th' ? '\t' : '\n');
  const isPre = name === 'pre';
  for (const node of element.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.nodeValue ?? '';
      parts.push(isPre ? text : text.replaceAll(/\s+/g, ' '));
    } else if (node.nodeType === Node.ELEMENT_NODE) collect(node as Element, parts, depth + 1);
  }
  if (isBlock) parts.push('\n');
}

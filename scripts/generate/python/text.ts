// Python source text: names, docstrings and calls, laid out the way `ruff format` leaves them.

export const LINE_WIDTH = 120;

export const HEADER = '# Generated from packages/contract by "npm run build". Do not edit.';

const KEYWORDS = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if
   import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

/** providerId: provider_id. Idempotency-Key: idempotency_key. from: from_. */
export function pythonName(wireName: string): string {
  const snake = wireName
    .replaceAll('-', '_')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase();
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
}

/** score.status_changed: ScoreStatusChanged. */
export function className(words: string): string {
  return words.replaceAll(/(?:^|[._-])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The name of one element of a list: criteria: criterion, entries: entry, modules: module. */
export function singular(plural: string): string {
  if (plural.endsWith('criteria')) return plural.replace(/a$/, 'on');
  if (plural.endsWith('ies')) return plural.replace(/ies$/, 'y');
  return plural.replace(/s$/, '');
}

/** A Python string literal; JSON's escapes mean the same in Python. */
export function literal(text: string): string {
  return JSON.stringify(text);
}

/**
 * A description written for HTTP and JSON, in Python's words. That members may be added is said once, for all models, and
 * the client escapes parameters itself.
 */
export function prose(description: string): string {
  return description
    .replaceAll(/\s*Members may be added\.?/g, '')
    .replaceAll(/\s*\([^()]*%2B[^()]*\)/g, '')
    .replaceAll(/\bnull\b/gi, 'None')
    .trim();
}

/** Open and close with arguments between them: on one line if it fits, otherwise one argument per line. */
export function fitted(indent: string, open: string, args: readonly string[], close: string): string {
  const line = `${indent}${open}${args.join(', ')}${close}`;
  if (line.length <= LINE_WIDTH && !line.includes('\n')) return line;
  return [`${indent}${open}`, ...args.map((arg) => `${indent}    ${arg},`), `${indent}${close}`].join('\n');
}

/** Paragraphs, and what each argument means, as a docstring. */
export function docstring(
  indent: string,
  paragraphs: readonly string[],
  args: ReadonlyArray<readonly [name: string, description: string]> = [],
): string {
  const blocks = paragraphs.filter(Boolean).map((paragraph) => wrapped(paragraph, indent, indent));
  if (args.length > 0) {
    const rows = args.map(([name, description]) =>
      wrapped(`${name}: ${description}`, `${indent}    `, `${indent}        `),
    );
    blocks.push([`${indent}Args:`, ...rows].join('\n'));
  }
  const text = blocks
    .join('\n\n')
    .slice(indent.length)
    .replaceAll('\\', '\\\\')
    .replaceAll('"""', '\\"\\"\\"');
  if (text.includes('\n')) return `${indent}"""${text}\n${indent}"""`;
  return `${indent}"""${text.endsWith('"') ? `${text.slice(0, -1)}\\"` : text}"""`;
}

function wrapped(text: string, firstIndent: string, nextIndent: string): string {
  const lines: string[] = [];
  let line = firstIndent;
  for (const word of text.split(/\s+/)) {
    // Space is left for quotation marks on both sides and an escape, in case this becomes the only line.
    if (line.trim() !== '' && line.length + 1 + word.length > LINE_WIDTH - 8) {
      lines.push(line);
      line = nextIndent;
    }
    line += line.trim() === '' ? word : ` ${word}`;
  }
  return [...lines, line].join('\n');
}

// An example answer that fits beside the text: long lists and deep objects are shown by their size.

const MOST_LINES = 44;
const MOST_TEXT = 64;

export interface ShownExample {
  text: string;
  /** False if something is left out. */
  isWhole: boolean;
}

/** The deepest form that is short enough. */
export function shownExample(value: unknown): ShownExample {
  if (typeof value === 'string') return shownText(value);
  const whole = JSON.stringify(value, null, 2);
  if (
    whole.split('\n').length <= MOST_LINES &&
    whole.split('\n').every((line) => line.length <= MOST_TEXT * 2)
  )
    return { text: whole, isWhole: true };
  for (const depth of [4, 3, 2, 1]) {
    const text = shortened(value, depth, '');
    if (text.split('\n').length <= MOST_LINES) return { text, isWhole: false };
  }
  const lines = shortened(value, 1, '').split('\n');
  const rest = lines.length - MOST_LINES;
  const noun = rest === 1 ? 'member' : 'members';
  return {
    text: [...lines.slice(0, MOST_LINES - 1), `  … ${rest} more ${noun}`, '}'].join('\n'),
    isWhole: false,
  };
}

function shownText(value: string): ShownExample {
  const lines = value.split('\n');
  if (lines.length <= MOST_LINES) return { text: value, isWhole: true };
  return { text: [...lines.slice(0, MOST_LINES), '…'].join('\n'), isWhole: false };
}

function shortened(value: unknown, depth: number, indent: string): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > MOST_TEXT ? `${value.slice(0, MOST_TEXT)}…` : value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    if (depth === 0) return `[ … ${value.length} ]`;
    const rest = value.length > 1 ? `,\n${inner}… ${value.length - 1} more` : '';
    return `[\n${inner}${shortened(value[0], depth - 1, inner)}${rest}\n${indent}]`;
  }
  const members = Object.entries(value);
  if (members.length === 0) return '{}';
  if (depth === 0) return `{ … ${members.length} }`;
  const lines = members.map(
    ([name, each]) => `${inner}${JSON.stringify(name)}: ${shortened(each, depth - 1, inner)}`,
  );
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

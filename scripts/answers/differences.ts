// Where two bodies differ: JSON by members, everything else by lines.

export interface BodyDifference {
  /** A JSON pointer; null where the body is compared as text. */
  pointer: string | null;
  before: string;
  after: string;
}

const ABSENT = '(absent)';
const CONTEXT_LINES = 2;
const LINES_AT_MOST = 12;

export function bodyDifferences(before: string, after: string): BodyDifference[] {
  if (before === after) return [];
  const [first, second] = [parse(before), parse(after)];
  if (first === undefined || second === undefined) return [textDifference(before, after)];
  const found: BodyDifference[] = [];
  compareValues('', first, second, found);
  // The same values in other bytes: spaces, or how a number is written.
  return found.length > 0 ? found : [textDifference(before, after)];
}

function compareValues(pointer: string, before: unknown, after: unknown, found: BodyDifference[]): void {
  if (isContainer(before) && isContainer(after) && Array.isArray(before) === Array.isArray(after)) {
    compareMembers(pointer, before, after, found);
    return;
  }
  if (before === after) return;
  // Agent tools answer with JSON inside a text.
  if (typeof before === 'string' && typeof after === 'string') {
    const [first, second] = [parse(before), parse(after)];
    if (isContainer(first) && isContainer(second)) {
      const within = found.length;
      compareValues(`${pointer}/(JSON)`, first, second, found);
      if (found.length > within) return;
    }
  }
  found.push({ pointer, before: JSON.stringify(before), after: JSON.stringify(after) });
}

function compareMembers(pointer: string, before: Container, after: Container, found: BodyDifference[]): void {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const name of names) {
    const member = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!(name in after))
      found.push({ pointer: member, before: JSON.stringify(before[name]), after: ABSENT });
    else if (!(name in before))
      found.push({ pointer: member, before: ABSENT, after: JSON.stringify(after[name]) });
    else compareValues(member, before[name], after[name], found);
  }
  const common = (of: Container, other: Container) =>
    Object.keys(of)
      .filter((name) => name in other)
      .join();
  const [first, second] = [common(before, after), common(after, before)];
  if (first !== second) found.push({ pointer: `${pointer}/(order)`, before: first, after: second });
}

type Container = Record<string, unknown>;

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

function parse(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** From the first line that differs to the last one, with some lines before it. */
function textDifference(before: string, after: string): BodyDifference {
  const [first, second] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < first.length && first[start] === second[start]) start += 1;
  let end = 0;
  const shorter = Math.min(first.length, second.length) - start;
  while (end < shorter && first.at(-1 - end) === second.at(-1 - end)) end += 1;
  const from = Math.max(0, start - CONTEXT_LINES);
  const part = (lines: string[]) =>
    lines.slice(from, Math.min(lines.length - end, from + LINES_AT_MOST)).join('\n');
  return { pointer: null, before: part(first), after: part(second) };
}

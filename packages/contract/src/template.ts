// Fills templates: sentences of audit records, and what commands print about an answer. They are data, so that browsers
// and commands can share them.
//
//   {name}                    a value; {after.name ?? name ?? "nobody"} takes the first that is there
//   {at|instant}              a value in a format of the caller; {n|count delivery,deliveries} gives it an argument
//   [ to {after.name}]        a part that is left out if one of its values is missing
//   {if claimed_at}           nothing; its part, or the whole text, is left out if the value is missing, false or 0
//   {unless kind = "gone"}    the opposite; with = the value is compared with a text or with another value

/** A format gets the value and the text after its name. It returns null if the value cannot be shown. */
export type Formats = Readonly<Record<string, (value: unknown, argument: string) => string | null>>;

interface Value {
  /** Paths, or texts in quotation marks; the first that is there counts. */
  from: readonly string[];
  format: string | null;
  argument: string;
}

interface Condition {
  path: string;
  /** A path or a text in quotation marks, which the value is compared with. */
  is: string | null;
  isNegated: boolean;
}

type Part = string | { value: Value } | { condition: Condition } | { optional: readonly Part[] };

/** Null if a value outside brackets is missing, or a condition does not hold. */
export function fillTemplate(template: string, values: unknown, formats: Formats = {}): string | null {
  return fillParts(parseTemplate(template), values, formats);
}

/** Fills the first of the templates that can be filled. */
export function fillFirst(templates: string | readonly string[], values: unknown, formats: Formats): string {
  for (const template of typeof templates === 'string' ? [templates] : templates) {
    const text = fillTemplate(template, values, formats);
    if (text !== null) return text;
  }
  return '';
}

/** The paths that a template reads, and the formats that it uses. */
export function namesIn(template: string): { paths: string[]; formats: string[] } {
  const names = { paths: [] as string[], formats: [] as string[] };
  const collect = (parts: readonly Part[]): void => {
    for (const part of parts) {
      if (typeof part === 'string') continue;
      if ('optional' in part) collect(part.optional);
      else if ('condition' in part)
        names.paths.push(part.condition.path, ...pathsIn([part.condition.is ?? '""']));
      else {
        names.paths.push(...pathsIn(part.value.from));
        if (part.value.format !== null) names.formats.push(part.value.format);
      }
    }
  };
  collect(parseTemplate(template));
  return names;
}

function pathsIn(names: readonly string[]): string[] {
  return names.filter((name) => !name.startsWith('"'));
}

const parsed = new Map<string, readonly Part[]>();

function parseTemplate(template: string): readonly Part[] {
  let parts = parsed.get(template);
  if (parts === undefined) {
    parts = parseParts(template.matchAll(/\{[^}]*\}|[[\]]|[^{}[\]]+/g), false);
    parsed.set(template, parts);
  }
  return parts;
}

function parseParts(tokens: Iterator<RegExpExecArray>, isOptional: boolean): Part[] {
  const parts: Part[] = [];
  for (;;) {
    const { value: token, done } = tokens.next();
    if (done === true || token[0] === ']') {
      if (isOptional === (done !== true)) return parts;
      throw new Error('A template has brackets without a partner.');
    }
    const [text] = token;
    if (text === '[') parts.push({ optional: parseParts(tokens, true) });
    else parts.push(text.startsWith('{') ? parseBraces(text.slice(1, -1)) : text);
  }
}

function parseBraces(text: string): Part {
  const [, word, path, is] = /^(if|unless) (\S+)(?: = (.*))?$/.exec(text) ?? [];
  if (path !== undefined) return { condition: { path, is: is ?? null, isNegated: word === 'unless' } };
  const [, from = '', format, argument = ''] = /^([^|]*)(?:\|(\w+) ?(.*))?$/.exec(text) ?? [];
  return { value: { from: from.split(' ?? '), format: format ?? null, argument } };
}

function fillParts(parts: readonly Part[], values: unknown, formats: Formats): string | null {
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    else if ('optional' in part) text += fillParts(part.optional, values, formats) ?? '';
    else {
      const filled = 'value' in part ? textOf(part.value, values, formats) : held(part.condition, values);
      if (filled === null) return null;
      text += filled;
    }
  }
  return text;
}

function held({ path, is, isNegated }: Condition, values: unknown): string | null {
  const value = valueAt(values, path);
  const holds =
    is === null
      ? isThere(value) && value !== false && value !== 0
      : String(value) === String(named(is, values));
  return holds === isNegated ? null : '';
}

function textOf({ from, format, argument }: Value, values: unknown, formats: Formats): string | null {
  const value = from.map((name) => named(name, values)).find(isThere);
  if (value === undefined) return null;
  if (format !== null) return formats[format]!(value, argument);
  return Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
}

function named(name: string, values: unknown): unknown {
  return name.startsWith('"') ? name.slice(1, -1) : valueAt(values, name);
}

function valueAt(values: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((parent, name) => Object(parent)[name], values);
}

function isThere(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  );
}

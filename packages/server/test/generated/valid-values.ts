// Values that a schema of the OpenAPI documents allows. Members get values that exist where one of their name was seen.

import type { OpenApi } from '../../../../test/support/described.ts';

/** Whole numbers from 0 to below a limit. */
export type Random = (below: number) => number;

export interface Schema {
  $ref?: string;
  type?: string;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
}

/** Texts and numbers that exist, by the names of the members that have them. */
export class KnownValues {
  readonly #byName = new Map<string, Set<string>>();

  /** Takes every text of an answer or an input. */
  add(value: unknown, name = ''): void {
    if (typeof value === 'string') {
      const known = this.#byName.get(name) ?? new Set();
      if (value !== '' && value.length < 200 && known.size < 40) known.add(value);
      this.#byName.set(name, known);
    } else if (Array.isArray(value)) for (const one of value) this.add(one, name);
    else if (typeof value === 'object' && value !== null)
      for (const [member, part] of Object.entries(value)) this.add(part, member);
  }

  of(name: string): string[] {
    const names = [name, `${name}_id`, name.replace(/s$/, ''), ...(ALSO[name] ?? [])];
    return names.flatMap((one) => [...(this.#byName.get(one) ?? [])]);
  }
}

/** Under which other names the values of a member stand. */
const ALSO: Record<string, string[]> = {
  providerId: ['slug', 'provider_id'],
  provider: ['slug'],
  providers: ['slug'],
  id: ['verification_id'],
  run: ['run_id', 'run'],
  endpoint: ['endpoint_id', 'url'],
  draft: ['draft'],
  person: ['name'],
  key: ['prefix'],
  framework: ['version', 'digest'],
  evidence: ['evidence_id'],
  proposal: ['proposal_id'],
};

export interface Generating {
  document: OpenApi;
  random: Random;
  known: KnownValues;
}

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[random(list.length)]!;
}

export function resolved(document: OpenApi, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const parts = schema.$ref.split('/').slice(1);
  return resolved(
    document,
    parts.reduce((at, part) => (at as Record<string, object>)[part]!, document as object),
  );
}

export function validValue(generating: Generating, given: Schema, name = '', depth = 0): unknown {
  const { document, random } = generating;
  const schema = resolved(document, given);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return pick(random, schema.enum);
  if (schema.anyOf !== undefined) return validValue(generating, pick(random, schema.anyOf), name, depth);
  switch (schema.type) {
    case 'string':
      return validText(generating, schema, name);
    case 'integer':
    case 'number':
      return validNumber(random, schema);
    case 'boolean':
      return random(2) === 0;
    case 'null':
      return null;
    case 'array': {
      const least = schema.minItems ?? 0;
      const count = Math.min(schema.maxItems ?? 3, least + random(3));
      return Array.from({ length: count }, () => validValue(generating, schema.items ?? {}, name, depth + 1));
    }
    case 'object':
      return validObject(generating, schema, depth);
    default:
      return anyJson(random, depth);
  }
}

function validObject(generating: Generating, schema: Schema, depth: number): Record<string, unknown> {
  const { random } = generating;
  const required = new Set(schema.required ?? []);
  const members: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (required.has(name) || random(3) === 0)
      members[name] = validValue(generating, property, name, depth + 1);
  }
  return members;
}

const FORMATS: Record<string, readonly string[]> = {
  'date-time': ['2026-04-01T06:00:00Z', '2026-11-01T00:00:00Z'],
  date: ['2026-04-01', '2026-02-28'],
  uuid: ['019a0000-0000-7000-8000-000000000001'],
  uri: ['https://example.org/', 'https://example.org/a?b=c'],
  email: ['somebody@example.org'],
};

const TEXTS = ['a', 'Ada', 'Zürich 東京', 'x y', '0', 'RF-00000-00000-00000-00000-000000', '1.0'];

function validText({ random, known }: Generating, schema: Schema, name: string): string {
  const { format, minLength = 0, maxLength = 500 } = schema;
  const existing = known.of(name).filter((text) => fits(text, schema));
  if (existing.length > 0 && random(4) > 0) return pick(random, existing);
  const byFormat = FORMATS[format ?? ''];
  if (byFormat !== undefined) return pick(random, byFormat);
  const texts = [...TEXTS, 'x'.repeat(maxLength), 'y'.repeat(Math.max(1, minLength))];
  const fitting = texts.filter((text) => fits(text, schema));
  return fitting.length > 0 ? pick(random, fitting) : pick(random, TEXTS);
}

function fits(
  text: string,
  { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema,
): boolean {
  if (text.length < minLength || text.length > maxLength) return false;
  return pattern === undefined || new RegExp(pattern, 'u').test(text);
}

function validNumber(random: Random, { minimum = -1, maximum = Number.MAX_SAFE_INTEGER }: Schema): number {
  const numbers = [minimum, minimum + 1, Date.parse('2026-04-01T06:00:00Z'), 10, 30, maximum];
  return pick(
    random,
    numbers.filter((number) => number >= minimum && number <= maximum),
  );
}

/** Where a schema allows anything. */
export function anyJson(random: Random, depth = 0): unknown {
  const simple = [null, true, 0, -1, 1.5, '', 'text', '2026-04-01', 'constructor'];
  const kind = depth > 3 ? 0 : random(4);
  if (kind === 1) return [anyJson(random, depth + 1)];
  if (kind === 2)
    return { [pick(random, ['name', 'value', 'title', 'rows', 'x'])]: anyJson(random, depth + 1) };
  return pick(random, simple);
}

// Schemas as plain JSON, and their names.

import { SCHEMAS } from '@rf-indicators/contract';

export interface Schema {
  type?: string;
  description?: string;
  enum?: string[];
  const?: unknown;
  default?: unknown;
  pattern?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

export function plain(schema: object): Schema {
  const { $id: _, ...rest } = JSON.parse(JSON.stringify(schema));
  return rest;
}

/** Found by their text, because a schema that was made optional is a copy of the one with the name. */
const NAMES = new Map(Object.entries(SCHEMAS).map(([name, schema]) => [JSON.stringify(plain(schema)), name]));

export function schemaName(schema: Schema): string | undefined {
  return NAMES.get(JSON.stringify(schema));
}

export const isNull = ({ type }: Schema): boolean => type === 'null';

/** An object with members of its own, not a map. */
export const isObject = ({ properties }: Schema): boolean => properties !== undefined;

/** Whether a text parameter is an instant or a date, so that Python's datetime and date are taken for it. */
export function describesDates({ pattern, anyOf }: Schema): boolean {
  if (anyOf) return anyOf.some(describesDates);
  if (pattern === undefined) return false;
  const expression = new RegExp(pattern);
  const [date, instant, other] = ['2026-04-26', '2026-04-26T12:00:00Z', 'x'].map((text) =>
    expression.test(text),
  );
  return date! && instant! && !other;
}

/** The description of a value, with the values it can have where it does not name them. */
export function describe(schema: Schema): string {
  const { description, anyOf } = schema;
  if (description === undefined)
    return anyOf?.some(isNull) ? describe(anyOf.find((each) => !isNull(each))!) : values(schema);
  const missing = schema.enum?.some((value) => !description.includes(value));
  return missing ? `${description} ${values(schema)}` : description;
}

function values({ enum: allowed }: Schema): string {
  return allowed ? `One of: ${allowed.join(', ')}.` : '';
}

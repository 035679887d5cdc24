// Writes schemas into the OpenAPI document. A named schema is written once, and every use refers to it.

import { SCHEMAS } from '../schemas/named.ts';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

/** Keyed by their JSON text, because making a schema optional copies it. */
const NAMES = new Map(Object.entries(SCHEMAS).map(([name, schema]) => [JSON.stringify(plain(schema)), name]));

/** Finding the references is most of the work of a document, and schemas never change: each is written once. */
const written = new WeakMap<object, JsonObject>();
let components: JsonObject | null = null;

export function componentSchemas(): JsonObject {
  components ??= Object.fromEntries(
    Object.entries(SCHEMAS).map(([name, schema]) => [name, inside(plain(schema))]),
  );
  return components;
}

/** A reference if the schema has a name; otherwise the schema itself, with references inside. */
export function writeSchema(schema: object): JsonObject {
  const known = written.get(schema) ?? (referred(plain(schema)) as JsonObject);
  written.set(schema, known);
  return known;
}

/** Parameter schemas are written in place: they are small, and their description belongs to the parameter. */
export function parameterSchema(schema: object): { description: string; schema: JsonObject } {
  const { description = '', ...rest } = plain(schema);
  return { description: String(description), schema: rest };
}

/** $id is left out: in the document, the member name under components identifies the schema. */
function plain(schema: object): JsonObject {
  const { $id: _, ...rest } = JSON.parse(JSON.stringify(schema));
  return rest;
}

function referred(value: Json): Json {
  const name = NAMES.get(JSON.stringify(value));
  return name === undefined ? inside(value) : { $ref: `#/components/schemas/${name}` };
}

function inside<Value extends Json>(value: Value): Value {
  if (Array.isArray(value)) return value.map(referred) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, referred(part)])) as Value;
}

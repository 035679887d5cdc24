// Every instant in a body is a text (RFC 3339). Only the header X-RateLimit-Reset is a number.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApiDocument } from '@rf-indicators/contract';
import { ACTS, type Act } from '@rf-indicators/contract/acts';
import { consoleDocument } from '@rf-indicators/contract/console';

const BASE_URL = 'https://indicators.example';
const INSTANT_NAME = /(^|_)(at|since|until|instant|expires|as_of|valid_from)$/;
/** In words of a description. Durations and ages are numbers, and say so by their names. */
const INSTANT_WORDS = /\b(instant|date-time|epoch|since 1970|milliseconds since|seconds since|updated_at)\b/i;

type Node = Readonly<Record<string, unknown>>;

/** Numbers whose name or description says that they are an instant, by their place in the document. */
function numericInstants(node: unknown, place = '', name = ''): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, description } = node as { type?: unknown; description?: unknown };
  const isNumber = [type].flat().some((one) => one === 'integer' || one === 'number');
  const says =
    INSTANT_NAME.test(name) || (typeof description === 'string' && INSTANT_WORDS.test(description));
  const found = isNumber && says ? [place] : [];
  return [
    ...found,
    ...Object.entries(node).flatMap(([key, member]) =>
      numericInstants(member, `${place}/${key}`, nameOf(key, name, node as Node)),
    ),
  ];
}

/** The name of a member or a parameter holds for the schema below it. */
function nameOf(key: string, name: string, node: Node): string {
  if (key === 'schema' && typeof node.name === 'string') return node.name;
  if (['schema', 'anyOf', 'oneOf', 'allOf', 'items'].includes(key) || /^\d+$/.test(key)) return name;
  return key;
}

test('no instant in either document is a number, except in X-RateLimit-Reset', () => {
  const api = numericInstants(openApiDocument({ baseUrl: BASE_URL }));
  const console = numericInstants(consoleDocument(BASE_URL));
  assert.deepEqual(
    [...api, ...console].filter((place) => !place.includes('/headers/X-RateLimit-Reset')),
    [],
  );
});

test('every text that is an instant has the format that validators check', () => {
  const named = (node: unknown, name = ''): string[] => {
    if (typeof node !== 'object' || node === null) return [];
    const { type, format, pattern } = node as Node;
    const isLoose = type === 'string' && /_at$/.test(name) && format !== 'date-time' && pattern === undefined;
    return [
      ...(isLoose ? [name] : []),
      ...Object.entries(node).flatMap(([key, member]) => named(member, nameOf(key, name, node as Node))),
    ];
  };
  assert.deepEqual(
    [...named(openApiDocument({ baseUrl: BASE_URL })), ...named(consoleDocument(BASE_URL))],
    [],
  );
});

test('instants in inputs are members of the input itself, where they are read', () => {
  const nested = (node: unknown): boolean =>
    typeof node === 'object' &&
    node !== null &&
    ((node as Node).format === 'date-time' || Object.values(node).some(nested));
  for (const [name, { input, request }] of Object.entries(ACTS) as [string, Act][]) {
    for (const [member, schema] of Object.entries(input.properties) as [string, Node][])
      if (schema.format !== 'date-time') assert.ok(!nested(schema), `${name} ${member}`);
    // A request is stored as the domain has its input, and checked against the schema again.
    if (request !== undefined) assert.ok(!nested(input), name);
  }
});

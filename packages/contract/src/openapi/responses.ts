// The answers of one operation: success, not modified, and its problems grouped by status.

import type { Answer, Operation } from '../operations/operation.ts';
import { problemsOf } from '../operations/problems-of.ts';
import { PROBLEMS, type ProblemCode } from '../problems.ts';
import { Problem } from '../schemas/index.ts';
import { answerHeaders, headerReferences, problemHeaders } from './headers.ts';
import { type Json, type JsonObject, written } from './references.ts';

export function responses(operation: Operation, example: Json | undefined): JsonObject {
  const { success, also = [], caching } = operation;
  const names = answerHeaders(operation);
  const headers = headerReferences(names);
  const all: JsonObject = { [success.status]: answer(success, headers, example) };
  if (caching !== 'none') {
    // Of what the caller has, the tag says all.
    const repeated = headerReferences(names.filter((name) => name !== 'Last-Modified'));
    all[304] = { description: 'What If-None-Match names is still so.', headers: repeated };
  }
  for (const other of also) all[other.status] = answer(other, headerReferences(['x-request-id']), undefined);
  const groups = Object.groupBy(problemsOf(operation), (code) => PROBLEMS[code].status);
  for (const [status, codes] of Object.entries(groups)) {
    const described = problems(codes!, headerReferences(problemHeaders(operation, Number(status))));
    all[status] = beside(described, all[status] as JsonObject | undefined);
  }
  return all;
}

function answer({ schema, mediaType, description }: Answer, headers: JsonObject, example: Json | undefined) {
  if (mediaType === null) return { description, headers };
  const content: JsonObject = {};
  if (schema !== null) content.schema = written(schema);
  if (example !== undefined) content.example = example;
  return { description, headers, content: { [mediaType]: content } };
}

/** A status that has an answer of another kind as well. */
function beside(described: JsonObject, other: JsonObject | undefined): JsonObject {
  if (other === undefined) return described;
  return {
    ...described,
    description: `${described.description}\n\n${other.description}`,
    content: { ...(described.content as JsonObject), ...(other.content as JsonObject) },
  };
}

function problems(codes: readonly ProblemCode[], headers: JsonObject): JsonObject {
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }] as const);
  const media = { schema: written(Problem), examples: Object.fromEntries(examples) };
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].detail}`).join('\n\n'),
    headers,
    content: { 'application/problem+json': media },
  };
}

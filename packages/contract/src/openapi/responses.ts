// The responses of one operation: success, not modified, and its problems grouped by status.

import type { Answer, Operation } from '../operations/operation.ts';
import { CONNECTION_PROBLEMS, problemsOf } from '../operations/problems-of.ts';
import { PROBLEMS, type ProblemCode } from '../problems.ts';
import { Problem } from '../schemas/index.ts';
import { answerHeaders, type HeaderName, headerReferences, refusalHeaders } from './headers.ts';
import { type Json, type JsonObject, writeSchema } from './references.ts';

export function responses(operation: Operation, example: Json | undefined): JsonObject {
  const { success, also = [], caching } = operation;
  const names = answerHeaders(operation);
  const all: JsonObject = {
    [success.status]: answer(success, [...names, ...(success.headers ?? [])], example),
  };
  if (caching !== 'none') {
    // Last-Modified is left out: the caller has it with the stored response.
    const repeated = headerReferences(names.filter((name) => name !== 'Last-Modified'));
    all[304] = {
      description: 'The stored response that If-None-Match or If-Modified-Since refers to is still valid.',
      headers: repeated,
    };
  }
  for (const other of also) all[other.status] = answer(other, refusalHeaders(operation, other.status));
  const groups = Object.groupBy(problemsOf(operation), (code) => PROBLEMS[code].status);
  for (const [status, codes = []] of Object.entries(groups)) {
    if (CONNECTION_PROBLEMS.includes(codes[0]!)) {
      all[status] = { $ref: `#/components/responses/${codes[0]}` };
      continue;
    }
    const described = problems(codes, refusalHeaders(operation, Number(status)));
    all[status] = beside(described, all[status] as JsonObject | undefined);
  }
  return all;
}

/** Responses that are the same for every operation. */
export function sharedResponses(): JsonObject {
  const names: HeaderName[] = ['x-request-id', 'Cache-Control'];
  return Object.fromEntries(CONNECTION_PROBLEMS.map((code) => [code, problems([code], names)]));
}

function answer(
  { schema, mediaType, description }: Answer,
  names: readonly HeaderName[],
  example?: Json | undefined,
): JsonObject {
  const headers = headerReferences(names);
  if (mediaType === null) return { description, headers };
  const content: JsonObject = {};
  if (schema !== null) content.schema = writeSchema(schema);
  if (example !== undefined) content.example = example;
  return { description, headers, content: { [mediaType]: content } };
}

/** Adds a response of another media type under the same status. */
function beside(described: JsonObject, other: JsonObject | undefined): JsonObject {
  if (other === undefined) return described;
  return {
    ...described,
    description: `${described.description}\n\n${other.description}`,
    content: { ...(described.content as JsonObject), ...(other.content as JsonObject) },
  };
}

function problems(codes: readonly ProblemCode[], names: readonly HeaderName[]): JsonObject {
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }] as const);
  const media = { schema: writeSchema(Problem), examples: Object.fromEntries(examples) };
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].detail}`).join('\n\n'),
    headers: headerReferences(names),
    content: { 'application/problem+json': media },
  };
}

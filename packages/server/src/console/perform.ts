// Performs an act that was asked for over HTTP: reads its input, and turns refusals into problems.

import type { ProblemError } from '@rf-indicators/contract';
import { ACTS, type Act, type InputOf } from '@rf-indicators/contract/acts';
import { parameterKind } from '@rf-indicators/contract/console';
import { performAdmitted } from '@rf-indicators/core/acts/perform';
import { performOnce } from '@rf-indicators/core/acts/perform-once';
import type { ActServices } from '@rf-indicators/core/acts/services';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { problemOf } from '@rf-indicators/core/context/refusal-problem';
import { MalformedJson, parseJsonBody } from '../http/json-body.ts';
import type { ActRequest, ConsoleProblem, Identified, OpenedDocument, Performed } from './messages.ts';

export async function performRequest(
  services: ActServices,
  { act, caller, via, query, body, idempotencyKey, serving }: ActRequest,
): Promise<Performed | ConsoleProblem> {
  const entry: Act = ACTS[act];
  // A request without a body is read as one with an empty object.
  const sent = () => ({ input: body === null ? {} : parseJsonBody(body) });
  const read = query === null ? sent() : inputFromQuery(entry, query);
  if ('errors' in read) return { problem: { code: 'invalid_parameter', errors: read.errors } };
  const input = read.input as InputOf<typeof act>;
  try {
    const { answer, repeated } = await performOnce(
      { ...servicesVia(services, via), serving },
      caller,
      act,
      input,
      idempotencyKey,
    );
    return { text: JSON.stringify(answer), isRepeated: repeated };
  } catch (error) {
    const problem = asProblem(error);
    const isQuery = query !== null && problem.problem.code === 'validation_failed';
    if (!isQuery || problem.problem.errors === undefined) return problem;
    return { problem: { code: 'invalid_parameter', errors: asParameters(problem.problem.errors) } };
  }
}

/** The same services; audit records say how the actor was identified. */
export function servicesVia(services: ActServices, via: Identified['via']): ActServices {
  return via === null ? services : { ...services, context: { ...services.context, via } };
}

/** Throws errors that are not the caller's. */
export function asProblem(error: unknown): ConsoleProblem {
  if (error instanceof Refusal) return { problem: problemOf(error) };
  if (error instanceof MalformedJson) return { problem: { code: 'malformed_json', detail: error.message } };
  throw error;
}

// Opens a stored document for a member of staff, in the thread that performs acts.

/** Performs evidence.open, so that the document counts as opened. */
export async function openDocument(
  services: ActServices,
  { caller, via, sha256 }: Identified & { sha256: string },
): Promise<OpenedDocument> {
  const opened = await performAdmitted(servicesVia(services, via), caller, 'evidence.open', { sha256 });
  return { bytes: Buffer.from(opened.base64, 'base64'), mediaType: opened.media_type, sha256: opened.sha256 };
}

// Reads the input of an act from a query or a body. Whether it is valid is checked where the act is performed.

type ReadInput = { input: Record<string, unknown> } | { errors: ProblemError[] };

/** Unknown parameters stay in the input, so that they are refused together with everything else. */
export function inputFromQuery({ input: schema }: Act, query: string): ReadInput {
  // Not an object yet: __proto__ is a name like any other.
  const input = new Map<string, unknown>();
  const errors: ProblemError[] = [];
  const parameters = new URLSearchParams(query);
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name]! : null;
    const kind = property === null ? 'text' : parameterKind(property)!;
    if (kind === 'texts') input.set(name, values);
    else if (values.length > 1)
      errors.push({ parameter: name, code: 'repeated', message: 'must be given once' });
    else if (kind === 'integer' && isInteger(values[0]!)) input.set(name, Number(values[0]));
    else if (kind === 'boolean' && /^(true|false)$/.test(values[0]!)) input.set(name, values[0] === 'true');
    else if (kind === 'text') input.set(name, values[0]);
    else errors.push({ parameter: name, code: 'type', message: `must be ${EXPECTED[kind]}` });
  }
  return errors.length > 0 ? { errors } : { input: Object.fromEntries(input) };
}

/** Larger numbers would be rounded. */
function isInteger(text: string): boolean {
  return /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text));
}

const EXPECTED = { integer: 'a whole number', boolean: 'true or false' } as const;

/** The places of errors in a query have names, not pointers. */
export function asParameters(errors: readonly ProblemError[]): ProblemError[] {
  return errors.map(({ pointer, ...error }) => {
    const name = pointer?.split('/')[1];
    if (name === undefined) return error;
    return { parameter: name.replaceAll('~1', '/').replaceAll('~0', '~'), ...error };
  });
}

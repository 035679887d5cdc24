// Performs an act that was asked for over HTTP. Refusals become problems here.

import { ACTS, type Act, type InputOf } from '@rf-indicators/contract/acts';
import { performAdmitted } from '@rf-indicators/core/acts/perform';
import { performOnce } from '@rf-indicators/core/acts/perform-once';
import type { ActServices } from '@rf-indicators/core/acts/services';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { problemOf } from '@rf-indicators/core/context/refusal-problem';
import { MalformedJson } from '../http/json-body.ts';
import type { ActRequest, ConsoleProblem, Identified, OpenedDocument, Performed } from './messages.ts';
import { asParameters, inputFromBody, inputFromQuery } from './read-input.ts';

export async function performRequest(
  services: ActServices,
  { act, caller, via, query, body, idempotencyKey, serving }: ActRequest,
): Promise<Performed | ConsoleProblem> {
  const entry: Act = ACTS[act];
  const read = query === null ? { input: inputFromBody(body) } : inputFromQuery(entry, query);
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

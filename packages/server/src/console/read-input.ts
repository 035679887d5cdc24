// Reads the input of an act from a query or a body. Whether it is valid is checked where the act is performed.

import type { ProblemError } from '@rf-indicators/contract';
import type { Act } from '@rf-indicators/contract/acts';
import { parameterKind } from '@rf-indicators/contract/console';
import { parseJsonBody } from '../http/json-body.ts';

export type ReadInput = { input: Record<string, unknown> } | { errors: ProblemError[] };

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

/** A request without a body is read as one with an empty object. Throws MalformedJson. */
export function inputFromBody(body: Uint8Array | null): unknown {
  return body === null ? {} : parseJsonBody(body);
}

/** The places of errors in a query have names, not pointers. */
export function asParameters(errors: readonly ProblemError[]): ProblemError[] {
  return errors.map(({ pointer, ...error }) => {
    const name = pointer?.split('/')[1];
    if (name === undefined) return error;
    return { parameter: name.replaceAll('~1', '/').replaceAll('~0', '~'), ...error };
  });
}

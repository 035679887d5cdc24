// Validates path and query parameters against the operation's schemas.

import { type Operation, type ProblemError, refusesUnknownParameters } from '@rf-indicators/contract';
import type { TObject, TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import type { Parameters } from '../rendering/reading.ts';

export type ParameterCheck = (
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string | string[] | undefined>>,
) => { parameters: Parameters } | { errors: ProblemError[] };

interface Known {
  /** The error message for an invalid value. */
  requirement: string;
  isInteger: boolean;
  check(value: unknown): boolean;
}

const WHOLE_NUMBER = /^-?\d{1,15}$/;

export function parameterCheck(operation: Operation): ParameterCheck {
  const inPath = knownParameters(operation.params);
  const inQuery = knownParameters(operation.query);
  const required = new Set(operation.query.required ?? []);
  const refusesUnknown = refusesUnknownParameters(operation);
  return (params, query) => {
    const parameters: Record<string, string | number> = {};
    const errors: ProblemError[] = [];
    // The router stores a parameter of several segments under '*'.
    for (const [name, known] of inPath) read(name, known, params[name] ?? params['*'], parameters, errors);
    for (const [name, value] of Object.entries(query)) {
      const known = inQuery.get(name);
      if (known) read(name, known, value, parameters, errors);
      else if (refusesUnknown) errors.push(unknownParameter(name, [...inQuery.keys()]));
    }
    for (const name of required) {
      if (query[name] === undefined) {
        errors.push({ parameter: name, code: 'required', message: 'is required' });
      }
    }
    return errors.length > 0 ? { errors } : { parameters };
  };
}

function knownParameters({ properties }: TObject): Map<string, Known> {
  return new Map(
    Object.entries(properties).map(([name, schema]) => {
      // Compiled when first needed: most processes check the parameters of few operations.
      let compiled: ReturnType<typeof Compile> | null = null;
      const check = (value: unknown) => {
        compiled ??= Compile(schema);
        return compiled.Check(value);
      };
      const isInteger = (schema as { type?: string }).type === 'integer';
      return [name, { isInteger, requirement: describe(schema), check }];
    }),
  );
}

function read(
  name: string,
  { requirement, isInteger, check }: Known,
  given: string | string[] | undefined,
  parameters: Record<string, string | number>,
  errors: ProblemError[],
): void {
  if (given === undefined) return;
  if (Array.isArray(given)) {
    errors.push({ parameter: name, code: 'repeated', message: 'is given more than once' });
    return;
  }
  const value = isInteger && WHOLE_NUMBER.test(given) ? Number(given) : given;
  if (check(value)) parameters[name] = value;
  else errors.push({ parameter: name, code: 'invalid', message: requirement });
}

function unknownParameter(given: string, known: readonly string[]): ProblemError {
  const list = known.length === 0 ? 'has no parameters' : `accepts ${known.join(', ')}`;
  return {
    parameter: given.slice(0, 100),
    code: 'unknown',
    message: `is not a known parameter; this operation ${list}`,
  };
}

interface Described {
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  description?: string;
}

/** What the parameter accepts, worded to follow the parameter name. */
function describe(schema: TSchema): string {
  const { enum: values, minimum, maximum, maxLength, description } = schema as Described;
  if (values) return `must be one of ${values.join(', ')}`;
  if (minimum !== undefined && maximum !== undefined)
    return `must be a whole number from ${minimum} to ${maximum}`;
  const length = maxLength === undefined ? '' : ` At most ${maxLength} characters.`;
  return `is not valid. ${description ?? 'See the documentation.'}${length}`;
}

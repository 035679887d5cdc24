// Parses request bodies as strict JSON in UTF-8 without duplicate member names, and validates them against a schema.

import type { IncomingHttpHeaders } from 'node:http';
import type { ProblemError } from '@rf-indicators/contract';
import { formatMessage } from '@rf-indicators/core/context/text-formats';
import { readJson } from '@rf-indicators/engine';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';

/** The body is not valid JSON. */
export class MalformedJson extends Error {
  override readonly name = 'MalformedJson';
}

/** The body is compressed, or in a character encoding other than UTF-8. */
export class UnsupportedBody extends Error {
  override readonly name = 'UnsupportedBody';
}

export function requirePlainUtf8({ headers }: { headers: IncomingHttpHeaders }): void {
  // Fast path for the most common headers.
  if (headers['content-type'] === 'application/json' && headers['content-encoding'] === undefined) return;
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8') throw new UnsupportedBody();
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') throw new UnsupportedBody();
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function parseJsonBody(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new MalformedJson('The body is not UTF-8.');
  }
  if (text.trim() === '') throw new MalformedJson('The body is empty.');
  if (hasLoneSurrogate(text)) throw new MalformedJson('The body contains an unpaired surrogate.');
  let read: ReturnType<typeof readJson>;
  try {
    read = readJson(text);
  } catch (error) {
    throw new MalformedJson(`The body is not JSON: ${(error as Error).message}.`);
  }
  if (read.duplicates.length > 0) {
    throw new MalformedJson(`The body repeats a member name: ${read.duplicates.slice(0, 3).join(', ')}.`);
  }
  return read.value;
}

const ESCAPED_BACKSLASH = /\\\\/g;
const WHOLE_PAIR = /\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/gi;

/** JSON allows an escaped lone surrogate, but it cannot be encoded as UTF-8 to store, hash or send it. */
function hasLoneSurrogate(text: string): boolean {
  if (!/\\ud[89a-f]/i.test(text)) return false;
  return /\\ud[89a-f]/i.test(text.replaceAll(ESCAPED_BACKSLASH, '  ').replaceAll(WHOLE_PAIR, ''));
}

export type BodyCheck = (body: unknown) => ProblemError[];

export function bodyCheck(schema: TSchema): BodyCheck {
  const compiled = Compile(schema);
  return (body) => {
    if (compiled.Check(body)) return [];
    const errors = new Map<string, ProblemError>();
    for (const { keyword, instancePath, params, message } of compiled.Errors(body)[1]) {
      for (const error of asErrors(body, keyword, instancePath, params as Record<string, unknown>, message)) {
        if (!errors.has(error.pointer!)) errors.set(error.pointer!, error);
      }
    }
    // The validator limits the number of errors it reports, so the list can be empty although the body is invalid.
    return errors.size > 0 ? [...errors.values()] : unknownMembers(schema, body);
  };
}

function unknownMembers(schema: TSchema, body: unknown): ProblemError[] {
  const { properties = {} } = schema as { properties?: object };
  const unknown = Object.keys(Object(body)).filter((name) => !Object.hasOwn(properties, name));
  if (unknown.length === 0) return [{ pointer: '', code: 'invalid', message: 'does not match the schema' }];
  return asErrors(body, 'additionalProperties', '', { additionalProperties: unknown.slice(0, 10) }, '');
}

function asErrors(
  body: unknown,
  keyword: string,
  pointer: string,
  params: Record<string, unknown>,
  message: string,
): ProblemError[] {
  switch (keyword) {
    case 'required':
      return (params.requiredProperties as string[]).map((name) => ({
        pointer: `${pointer}/${name}`,
        code: 'required',
        message: 'is required',
      }));
    case 'enum':
      return [
        {
          pointer,
          code: keyword,
          message: `must be one of ${(params.allowedValues as string[]).join(', ')}`,
        },
      ];
    case 'format':
      return [{ pointer, code: keyword, message: formatMessage(body, pointer, params.format, message) }];
    // Repeats an additionalProperties error without the member name.
    case 'boolean':
      return [];
    case 'additionalProperties':
      return (params.additionalProperties as string[]).map((name) => ({
        pointer: `${pointer}/${name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')}`,
        code: 'unknown',
        message: 'is not a known member',
      }));
    default:
      return [{ pointer, code: keyword, message }];
  }
}

// Canonical JSON (RFC 8785), the form that digests and signatures are computed over.

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [member: string]: JsonValue | undefined };

/** Printable ASCII without quotes and backslashes, which needs no escapes. Nearly all strings are of this kind. */
const PLAIN = /^[ !#-[\]-~]*$/;

function canonicalString(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new TypeError('canonical JSON cannot hold a lone surrogate');
  return JSON.stringify(text);
}

/** Sorts members by code unit and writes no white space. Omits members whose value is undefined. */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === 'string') return canonicalString(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value))
      throw new TypeError('canonical JSON cannot hold a number that is not finite');
    return JSON.stringify(value);
  }
  if (value === null || typeof value === 'boolean') return String(value);
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  let members = '';
  for (const name of Object.keys(value).sort()) {
    const member = value[name];
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${canonicalString(name)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Whether a value is a JSON object, as opposed to an array or null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

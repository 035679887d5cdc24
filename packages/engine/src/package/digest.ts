// Digests: SHA-256 over canonical JSON (RFC 8785), in lower-case hex.

import { canonicalJson, type JsonValue } from '../json/canonical.ts';
import { sha256, toHex, utf8 } from '../platform.ts';

export function canonicalBytes(value: unknown): Uint8Array {
  return utf8(canonicalJson(value as JsonValue));
}

export async function digestOf(value: unknown): Promise<string> {
  return toHex(await sha256(canonicalBytes(value)));
}

// Reads texts of the store that were written in canonical form, and refuses any other form of them.

import { canonicalJson, type JsonValue, type Signature } from '@rf-indicators/engine';

/** Parses canonical JSON; null if the text is anything else. */
export function parseCanonical(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return canonicalJson(value as JsonValue) === text ? value : null;
  } catch {
    return null;
  }
}

export function parseSignature(text: string): Signature | null {
  const { algorithm, key_id, value } = (parseCanonical(text) ?? {}) as Partial<Signature>;
  if (algorithm !== 'Ed25519' || typeof key_id !== 'string' || typeof value !== 'string') return null;
  const signature: Signature = { algorithm, key_id, value };
  // Other members are refused, because no signature covers them.
  return canonicalJson({ ...signature }) === text ? signature : null;
}

// Reads texts of the store that were written in canonical form, and refuses any other form of them.

import { canonicalJson, type JsonValue, type Signature } from '@rf-indicators/engine';

/** Parses canonical JSON; null if the text is anything else. */
export function parseCanonical(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const isCanonical = isPlainlyCanonical(value, text) || canonicalJson(value as JsonValue) === text;
    return isCanonical ? value : null;
  } catch {
    return null;
  }
}

/**
 * Canonical JSON is what JSON.stringify writes, with sorted members and without lone surrogates. To compare with that is
 * several times as fast as to write the canonical form, and true for nearly every text of a store.
 */
function isPlainlyCanonical(value: unknown, text: string): boolean {
  return JSON.stringify(value) === text && hasSortedMembers(value) && !text.includes('\\ud');
}

function hasSortedMembers(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(hasSortedMembers);
  let previous = '';
  // Parsed JSON inherits nothing, and a list of the members would be garbage: this runs for every object of a store.
  for (const name in value) {
    if (name < previous || !hasSortedMembers((value as Record<string, unknown>)[name])) return false;
    previous = name;
  }
  return true;
}

export function parseSignature(text: string): Signature | null {
  const { algorithm, key_id, value } = (parseCanonical(text) ?? {}) as Partial<Signature>;
  if (algorithm !== 'Ed25519' || typeof key_id !== 'string' || typeof value !== 'string') return null;
  const signature: Signature = { algorithm, key_id, value };
  // Other members are refused, because no signature covers them.
  return canonicalJson({ ...signature }) === text ? signature : null;
}

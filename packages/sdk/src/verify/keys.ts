import {
  type OpenedCheckpoint,
  openCheckpoint,
  parseVerifierKey,
  type VerifierKey,
} from '@rf-indicators/engine';
import type { PinnedKeys } from './forms.ts';

export function readKeys(pinned: PinnedKeys): Promise<VerifierKey[]> {
  const texts = typeof pinned === 'string' ? [pinned] : pinned;
  if (texts.length === 0) throw new TypeError('Pin at least one key.');
  return Promise.all(texts.map((text) => parseVerifierKey(text.trim())));
}

/** A log is named after the key that signs it, so a pinned key's name is the origin to expect. */
export async function openPinned(
  note: string,
  keys: readonly VerifierKey[],
): Promise<OpenedCheckpoint | null> {
  for (const key of keys) {
    try {
      return await openCheckpoint(note, key.name, [key]);
    } catch {
      // Not this key's; the next one may have signed it.
    }
  }
  return null;
}

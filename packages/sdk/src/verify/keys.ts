// Reads the keys that a caller pinned, and opens checkpoints with them.

import {
  type OpenedCheckpoint,
  openCheckpoint,
  parseVerifierKey,
  type VerifierKey,
} from '@rf-indicators/engine';
import { InvalidArgumentError } from '../errors.ts';
import type { PinnedKeys } from './forms.ts';

export async function readKeys(pinned: PinnedKeys | undefined): Promise<VerifierKey[]> {
  const texts = [pinned ?? []].flat();
  if (texts.length === 0) {
    const message =
      'keys is missing. Give at least one verifier key. If it comes from an environment variable, check that the variable is set.';
    throw new InvalidArgumentError('keys', message);
  }
  return Promise.all(texts.map(readKey));
}

async function readKey(text: string): Promise<VerifierKey> {
  try {
    return await parseVerifierKey(text.trim());
  } catch (cause) {
    const reason =
      typeof text === 'string' && cause instanceof Error ? cause.message : 'It must be a string.';
    throw new InvalidArgumentError('keys', `keys contains an invalid verifier key. ${reason}`, { cause });
  }
}

/** A log has the name of the key that signs it, so the name of a pinned key is the origin to expect. */
export async function openPinned(
  note: string,
  keys: readonly VerifierKey[],
): Promise<OpenedCheckpoint | null> {
  for (const key of keys) {
    try {
      return await openCheckpoint(note, key.name, [key]);
    } catch {
      // Not signed with this key; another one may match.
    }
  }
  return null;
}

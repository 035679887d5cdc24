// Reads the keys that a reader keeps: keys or fingerprints of the publisher, and keys of witnesses, one on each line.

import { keyFingerprint, parseVerifierKey, parseWitnessKey, type WitnessKey } from '@rf-indicators/engine';

export interface Pins {
  /** Fingerprints of the publisher's keys that the reader trusts. */
  fingerprints: readonly string[];
  /** Those that were given as a whole key, in text form. */
  keys: readonly string[];
  /** Witnesses that must have cosigned. */
  witnesses: readonly WitnessKey[];
  /** Lines that cannot be read, and why. */
  problems: readonly string[];
}

export const NO_PINS: Pins = { fingerprints: [], keys: [], witnesses: [], problems: [] };

export async function readPins(text: string): Promise<Pins> {
  const fingerprints: string[] = [];
  const keys: string[] = [];
  const witnesses: WitnessKey[] = [];
  const problems: string[] = [];
  for (const line of text
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '')) {
    const digits = fingerprintIn(line);
    if (digits !== null) fingerprints.push(digits);
    else {
      try {
        if (isWitnessKey(line)) witnesses.push(await parseWitnessKey(line));
        else {
          await parseVerifierKey(line);
          keys.push(line);
          fingerprints.push(await keyFingerprint(line));
        }
      } catch (error) {
        problems.push(
          `“${line.slice(0, 40)}” is neither a key nor a fingerprint. ${(error as Error).message}`,
        );
      }
    }
  }
  return { fingerprints, keys, witnesses, problems };
}

/** 64 hexadecimal digits, however they are grouped. */
function fingerprintIn(line: string): string | null {
  const digits = line
    .replace(/^sha-?256:?/i, '')
    .replaceAll(/[\s:]/g, '')
    .toLowerCase();
  return /^[0-9a-f]{64}$/.test(digits) ? digits : null;
}

/** The byte 0x04 before the public key begins the base64 of a witness's key with "B". */
function isWitnessKey(line: string): boolean {
  return /^[^+]+\+[0-9a-f]{8}\+B/.test(line);
}

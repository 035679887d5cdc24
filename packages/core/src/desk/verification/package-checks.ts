// Checks a stored package: its bytes, its hash, its id, and that replaying it gives the same result.

import { createHash } from 'node:crypto';
import {
  type ComputationPackage,
  type Configuration,
  canonicalJson,
  type Methodology,
  replayPackage,
  verificationId,
} from '@rf-indicators/engine';
import { parseCanonical } from '../../log/stored-texts.ts';
import type { Database } from '../../store/schema.ts';
import { storedText } from '../packages/read.ts';

export type CheckedPackage = { content: ComputationPackage } | { problem: string };

/** Damage of any kind is a problem, never an error. */
export function checkPackage(
  row: Database['packages'],
  methodologies: ReadonlyMap<string, Methodology>,
  dictionaries: ReadonlyMap<number, Uint8Array>,
  digestOf: (configuration: Configuration) => string,
): CheckedPackage {
  const { package_hash, verification_id, methodology_digest } = row;
  let text: string;
  try {
    text = storedText(row, dictionaries.get(row.dictionary_id ?? -1) ?? null);
  } catch (error) {
    return { problem: `cannot be read: ${(error as Error).message}` };
  }
  const content = parseCanonical(text) as ComputationPackage | null;
  if (content === null) return { problem: 'is not canonical JSON' };
  if (createHash('sha256').update(text).digest('hex') !== package_hash)
    return { problem: 'does not match its hash' };
  if (verificationId(package_hash) !== verification_id) return { problem: 'has the wrong verification id' };
  const methodology = methodologies.get(methodology_digest);
  if (methodology === undefined)
    return { problem: 'refers to a framework that is missing or does not verify' };
  try {
    const packaged = { package: content, verification_id };
    const digests = { methodology: methodology_digest, configuration: digestOf(content.configuration) };
    const { checks } = replayPackage(methodology, digests, packaged);
    const failed = checks.find(({ ok }) => !ok);
    return failed === undefined ? { content } : { problem: failed.detail };
  } catch (error) {
    return { problem: `cannot be replayed: ${(error as Error).message}` };
  }
}

/** Digests of configurations. Thousands of packages have the same one. */
export function configurationDigests(): (configuration: Configuration) => string {
  const known = new Map<string, string>();
  return (configuration) => {
    const text = canonicalJson(configuration);
    const digest = known.get(text) ?? createHash('sha256').update(text).digest('hex');
    known.set(text, digest);
    return digest;
  };
}

// Reads the proof of an indicator for its pages.

import { Overloaded } from '../../http/overloaded.ts';
import type { Body } from '../../rendering/body.ts';
import type { PageDependencies } from '../dependencies.ts';
import { readPublished } from '../read-published.ts';

/** 'unknown' if nothing was published under the id, 'unavailable' if it cannot be told at the moment. */
export async function readProof(
  dependencies: PageDependencies,
  id: string,
): Promise<Body | 'unknown' | 'unavailable'> {
  try {
    const proof = await readPublished(dependencies, 'verifyIndicator', { verification_id: id });
    if (!('problem' in proof)) return proof;
    return proof.problem === 'indicator_not_found' ? 'unknown' : 'unavailable';
  } catch (error) {
    if (error instanceof Overloaded) return 'unavailable';
    throw error;
  }
}

// Reads of the framework, and of what a version of it changes.

import { findMethodology } from '../../rendering/methodology.ts';
import { findDifferences } from '../../rendering/methodology-differences.ts';
import type { Answer, Parameters, Reading } from '../../rendering/reading.ts';

export async function getMethodology(reading: Reading): Promise<Answer> {
  const found = await findMethodology(reading);
  if ('problem' in found) return found;
  return { content: JSON.stringify(found.methodology), lastModified: found.lastModified };
}

export async function getMethodologyDifferences(
  { db, disclosure }: Reading,
  { version }: Parameters,
): Promise<Answer> {
  const found = await findDifferences(db, String(version));
  if (found === null) {
    return { problem: 'not_found', detail: `There is no list of differences for framework ${version}.` };
  }
  const { differences, digest, announcedAt } = found;
  // The stored text is canonical, so it is sent as it is.
  const content = `{"data":${differences},"digest":"${digest}","limitations_disclosure":${JSON.stringify(disclosure)}}`;
  return { content, lastModified: announcedAt };
}

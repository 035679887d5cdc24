// GET /api/v1/methodology: the current framework, as data.

import { findMethodology } from '../../rendering/methodology.ts';
import type { Answer, Reading } from '../../rendering/reading.ts';

export async function getMethodology(reading: Reading): Promise<Answer> {
  const found = await findMethodology(reading);
  if ('problem' in found) return found;
  return { content: JSON.stringify(found.methodology), lastModified: found.lastModified };
}

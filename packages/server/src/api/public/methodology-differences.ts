// GET /api/public/methodology/{version}/differences: the old and the new score of every provider under a new framework.

import { Refusal } from '@rf-indicators/core/context/refusal';
import { importedDigest } from '@rf-indicators/core/desk/methodology/signed';
import type { Answer, Parameters, Reading } from '../../rendering/reading.ts';

export async function getMethodologyDifferences(
  { db, disclosure }: Reading,
  { version }: Parameters,
): Promise<Answer> {
  const row = await findDifferences(db, String(version));
  if (row?.differences == null) {
    return { problem: 'not_found', detail: `There is no list of differences for framework ${version}.` };
  }
  // The stored text is canonical, so it is sent as it is.
  const content = `{"data":${row.differences},"digest":"${row.differences_digest}","limitations_disclosure":${JSON.stringify(disclosure)}}`;
  return { content, lastModified: row.activated_at };
}

async function findDifferences(db: Reading['db'], version: string) {
  try {
    return await db
      .selectFrom('methodology_activations')
      .select(['differences', 'differences_digest', 'activated_at'])
      .where('digest', '=', await importedDigest(db, version))
      .executeTakeFirst();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined;
    throw error;
  }
}

// Finds the published list of what a framework version changes.

import { Refusal } from '@rf-indicators/core/context/refusal';
import { importedDigest } from '@rf-indicators/core/desk/methodology/signed';
import type { Queries } from '@rf-indicators/core/store/store';

export interface StoredDifferences {
  /** Canonical JSON. */
  differences: string;
  digest: string;
  announcedAt: number;
}

/** `version` is a version such as 1.1, or the digest of a framework. Null if there is no list: the first version has none. */
export async function findDifferences(db: Queries, version: string): Promise<StoredDifferences | null> {
  const row = await announcement(db, version);
  if (row?.differences == null) return null;
  return {
    differences: row.differences,
    digest: row.differences_digest!,
    announcedAt: row.activated_at,
  };
}

async function announcement(db: Queries, version: string) {
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

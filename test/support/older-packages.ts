// Packages as versions before migration 0019 stored them: as text.

import { packageTexts } from '@rf-indicators/core/desk/packages/read-packages';
import type { Store } from '@rf-indicators/core/store/store';

/** Every package by its hash. */
export async function allPackageTexts({ db }: Store): Promise<Map<string, string>> {
  const rows = await db.selectFrom('packages').select('package_hash').orderBy('package_hash').execute();
  const texts = new Map<string, string>();
  const hashes = rows.map(({ package_hash }) => package_hash);
  for await (const [hash, text] of packageTexts(db, hashes)) texts.set(hash, text);
  return texts;
}

/** The triggers that protect packages must have been dropped. */
export async function uncompress(
  { db }: Store,
  texts: Iterable<[hash: string, text: string]>,
): Promise<void> {
  for (const [hash, text] of texts) {
    await db
      .updateTable('packages')
      .set({ uncompressed: text, dictionary_id: null, crc32: null, compressed: null })
      .where('package_hash', '=', hash)
      .execute();
  }
}

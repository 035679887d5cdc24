// Reads packages from the store. Nothing else reads their content.

import type { ComputationPackage } from '@rf-indicators/engine';
import { inPortions } from '../../store/bulk.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { decompressText } from './compression.ts';
import { readDictionary } from './dictionaries.ts';
import { inSlices } from './slices.ts';

const PACKAGES_AT_ONCE = 100;

/** The columns that hold the content of a package. */
const STORED_CONTENT = ['package_hash', 'uncompressed', 'dictionary_id', 'crc32', 'compressed'] as const;
export type StoredContent = Pick<Database['packages'], (typeof STORED_CONTENT)[number]>;

/** By hash; those that are not in the store are left out. */
export async function readPackages(
  db: Queries | Writes,
  hashes: readonly string[],
): Promise<Map<string, ComputationPackage>> {
  const packages = new Map<string, ComputationPackage>();
  for await (const [hash, text] of packageTexts(db, hashes))
    packages.set(hash, JSON.parse(text) as ComputationPackage);
  return packages;
}

/** Throws if the package is not in the store. */
export async function readPackage(db: Queries | Writes, hash: string): Promise<ComputationPackage> {
  const content = (await readPackages(db, [hash])).get(hash);
  if (content === undefined) throw new Error(`The package ${hash} is missing.`);
  return content;
}

/** The canonical JSON of packages, with their hashes, in any order. */
export async function* packageTexts(
  db: Queries | Writes,
  hashes: readonly string[],
): AsyncGenerator<[hash: string, text: string]> {
  const nextSlice = inSlices();
  for (const portion of inPortions(hashes, PACKAGES_AT_ONCE)) {
    const rows = await db
      .selectFrom('packages')
      .select(STORED_CONTENT)
      .where('package_hash', 'in', portion)
      .execute();
    for (const row of rows) {
      yield [row.package_hash, await packageText(db, row)];
      await nextSlice();
    }
  }
}

async function packageText(db: Queries | Writes, row: StoredContent): Promise<string> {
  try {
    const dictionary = row.dictionary_id === null ? null : await readDictionary(db, row.dictionary_id);
    return storedText(row, dictionary?.bytes ?? null);
  } catch (error) {
    throw new Error(`The package ${row.package_hash} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Throws if the columns contradict each other, or if the bytes are damaged. */
export function storedText(row: StoredContent, dictionary: Uint8Array | null): string {
  const { uncompressed, compressed, crc32 } = row;
  if (compressed === null) {
    if (crc32 !== null || row.dictionary_id !== null) throw new Error('its compressed bytes are missing');
    return uncompressed;
  }
  if (uncompressed !== '' || crc32 === null) throw new Error('it is both compressed and uncompressed');
  if (dictionary === null) throw new Error(`its dictionary ${row.dictionary_id} is missing`);
  return decompressText({ compressed, crc32 }, dictionary);
}

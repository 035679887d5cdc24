// Writes packages to the store. Nothing else writes them. They are compressed before the transaction that writes them,
// so that it holds its locks no longer than it must.

import { canonicalJson, type JsonValue, type Packaged } from '@rf-indicators/engine';
import { insertAll } from '../../store/bulk.ts';
import type { Database } from '../../store/schema.ts';
import type { Store, Writes } from '../../store/store.ts';
import { type Compressed, compressText } from './compression.ts';
import { dictionaryFor } from './dictionaries.ts';
import { inSlices } from './slices.ts';

export type StoredPackage = Database['packages'];

export async function compressPackages(
  store: Store,
  packaged: readonly Packaged[],
): Promise<StoredPackage[]> {
  const texts = packaged.map(({ package: content }) => ({
    methodology_digest: content.methodology_digest,
    text: canonicalJson(content as unknown as JsonValue),
  }));
  const compressed = await compressTexts(store, texts);
  return packaged.map(({ package_hash, verification_id, package: { methodology_digest } }, index) => ({
    ...{ package_hash, verification_id, methodology_digest },
    ...{ uncompressed: '', ...compressed[index]! },
  }));
}

export interface PackageText {
  methodology_digest: string;
  text: string;
}

/** In the given order. Makes a dictionary for a framework that has none. */
export async function compressTexts(
  store: Store,
  texts: readonly PackageText[],
): Promise<(Compressed & { dictionary_id: number })[]> {
  const nextSlice = inSlices();
  const dictionaries = new Map<string, Awaited<ReturnType<typeof dictionaryFor>>>();
  for (const [digest, ofFramework] of Map.groupBy(texts, ({ methodology_digest }) => methodology_digest)) {
    const sources = ofFramework.map(({ text }) => text);
    dictionaries.set(digest, await dictionaryFor(store, digest, sources));
  }
  const compressed: (Compressed & { dictionary_id: number })[] = [];
  for (const { methodology_digest, text } of texts) {
    const { id, bytes } = dictionaries.get(methodology_digest)!;
    compressed.push({ dictionary_id: id, ...compressText(text, bytes) });
    await nextSlice();
  }
  return compressed;
}

/** The same inputs give the same package, so an earlier draft may already have stored it. */
export async function writePackages(writes: Writes, packages: readonly StoredPackage[]): Promise<void> {
  await insertAll(writes, 'packages', packages, { skipExisting: true });
}

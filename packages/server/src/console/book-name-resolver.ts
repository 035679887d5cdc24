// Resolves the names of books for acts, as /api/v1/resolve does for keys.

import type { Resolve } from '@rf-indicators/core/books/files/match-names';
import type { Queries } from '@rf-indicators/core/store/store';
import { readTopics } from '@rf-indicators/core/store/topics';

/** Names are read with the first use, and again once something was published. */
export function bookNameResolver(db: Queries): Resolve {
  let reading: Promise<(texts: readonly string[]) => Promise<Awaited<ReturnType<Resolve>>>> | null = null;
  return async (texts) => {
    if (texts.length === 0) return [];
    reading ??= read(db);
    return (await reading)(texts);
  };
}

async function read(db: Queries) {
  // Loaded here: few acts need names.
  const [{ namesOf }, { resolutionsOf }] = await Promise.all([
    import('../rendering/names/read-names.ts'),
    import('../rendering/names/resolve-names.ts'),
  ]);
  const names = namesOf(db);
  let known: number | null = null;
  return async (texts: readonly string[]) => {
    const { published } = await readTopics(db);
    if (published !== known) names.expire();
    known = published;
    return (await resolutionsOf(await names(), texts)).map(({ candidates, ...resolution }) => ({
      ...resolution,
      candidates: candidates.map(({ likeness, ...provider }) => ({ provider, likeness })),
    }));
  };
}

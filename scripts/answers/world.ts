// What there is to ask for in the demo world: providers, indicators, instants, tiles of the log. It is learned from the
// answers themselves, which are recorded like all others.

import type { Client } from './client.ts';

export interface WorldProvider {
  id: string;
  slug: string;
  name: string;
  /** Verification ids, newest first. */
  indicators: string[];
  /** When they were published. */
  publishedAt: string[];
}

export interface World {
  providers: WorldProvider[];
  /** Verification ids of all indicators. */
  indicators: string[];
  treeSize: number;
  /** The instant at which the server's clock stands. */
  at: string;
}

interface Named {
  id: string;
  slug: string;
  name: string;
}

interface HistoryRow {
  verification_id: string;
  published_at: string;
}

const KEY = 'ENTERPRISE';

export async function learnWorld(client: Client, at: string): Promise<World> {
  const read = async (operation: string, target: string) =>
    (await client.ask({ operation, target, key: KEY, note: 'to learn the world' })).text!;
  const scores = JSON.parse(await read('listScores', '/api/v1/scores')) as { data: Named[] };
  const changelog = JSON.parse(await read('getChangelog', '/api/public/changelog?limit=1000')) as {
    data: { provider_id: string; provider_name: string }[];
  };
  // A provider whose indicator was withdrawn is in the changelog only, which does not tell its slug.
  const changed = changelog.data.map(({ provider_id: id, provider_name: name }) => ({
    id,
    name,
    slug: slugOf(name),
  }));
  const named = new Map<string, Named>([...changed, ...scores.data].map((row) => [row.id, row]));
  const providers: WorldProvider[] = [];
  for (const { id, slug, name } of named.values()) {
    const history = JSON.parse(await read('getScoreHistory', `/api/v1/scores/${id}/history?limit=1000`)) as {
      data: HistoryRow[];
    };
    const indicators = history.data.map((row) => row.verification_id);
    providers.push({ id, slug, name, indicators, publishedAt: history.data.map((row) => row.published_at) });
  }
  providers.sort((a, b) => a.slug.localeCompare(b.slug));
  const checkpoint = await read('getCheckpoint', '/log/checkpoint');
  return {
    providers,
    indicators: providers.flatMap(({ indicators }) => indicators),
    treeSize: Number(checkpoint.split('\n')[1]),
    at,
  };
}

function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

/** Paths of all tiles of the log: hashes of every level, and entries; and each partial tile of the first level. */
export function tilePaths(treeSize: number): string[] {
  const paths: string[] = [];
  const addLevel = (level: string, size: number) => {
    for (let tile = 0; tile * 256 < size; tile += 1) {
      const width = Math.min(256, size - tile * 256);
      const index = String(tile).padStart(3, '0');
      paths.push(`${level}/${index}.p/${Math.min(width, 255)}`, `${level}/${index}`);
    }
  };
  for (let level = 0, size = treeSize; size > 0; level += 1, size = Math.floor(size / 256)) {
    addLevel(String(level), size);
  }
  addLevel('entries', treeSize);
  for (let width = 1; width < Math.min(treeSize, 256); width += 1) paths.push(`0/000.p/${width}`);
  return [...new Set(paths)];
}

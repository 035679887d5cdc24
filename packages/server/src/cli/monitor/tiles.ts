// Reads the log as tiles (C2SP tlog-tiles): hashes of the tree, and the entries themselves.

import { nodeHash, type ReadNode } from '@rf-indicators/engine';
import { alarm } from './alarm.ts';
import type { Source } from './source.ts';

export const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;
const HASH_LENGTH = 32;

/** Reads the complete nodes of a tree of the given size. Each tile is requested once. */
export function nodesFromTiles(treeSize: number, source: Source): ReadNode {
  const tiles = new Map<string, Promise<Uint8Array>>();
  const read = (path: string) => {
    const tile = tiles.get(path) ?? readTile(source, path);
    tiles.set(path, tile);
    return tile;
  };
  const node: ReadNode = async (level, index) => {
    if (level % TILE_HEIGHT !== 0)
      return nodeHash(await node(level - 1, index * 2), await node(level - 1, index * 2 + 1));
    const tileIndex = Math.floor(index / TILE_WIDTH);
    const hashes = Math.floor(treeSize / 2 ** level);
    const width = Math.min(TILE_WIDTH, hashes - tileIndex * TILE_WIDTH);
    const tile = await read(tilePath(String(level / TILE_HEIGHT), tileIndex, width));
    const start = (index % TILE_WIDTH) * HASH_LENGTH;
    // A tile that is too short gives a hash that is too short, which never verifies.
    return tile.slice(start, start + HASH_LENGTH);
  };
  return node;
}

/** The entries of one bundle of a tree of the given size, as bytes. */
export async function readEntries(
  source: Source,
  treeSize: number,
  tileIndex: number,
): Promise<Uint8Array[]> {
  const width = Math.min(TILE_WIDTH, treeSize - tileIndex * TILE_WIDTH);
  const bytes = await readTile(source, tilePath('entries', tileIndex, width));
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = (bytes[at]! << 8) | (bytes[at + 1] ?? 0);
    const end = at + 2 + length;
    if (end > bytes.length) break;
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  if (entries.length !== width)
    throw alarm(
      'leaf_missing',
      `The bundle of entries ${tileIndex} has ${entries.length} of ${width} entries.`,
    );
  return entries;
}

async function readTile(source: Source, path: string): Promise<Uint8Array> {
  const tile = await source.bytes(`/log/tile/${path}`);
  if (tile === null)
    throw alarm('leaf_missing', `The checkpoint covers the tile ${path}, but the service does not have it.`);
  return tile;
}

/** Indexes are written in groups of three digits, all but the last after an x. */
export function tilePath(level: string, index: number, width: number): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.../g)!;
  const last = groups.pop()!;
  const path = [level, ...groups.map((group) => `x${group}`), last].join('/');
  return width < TILE_WIDTH ? `${path}.p/${width}` : path;
}

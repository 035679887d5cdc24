// Reads the log's tree from tiles (C2SP tlog-tiles): a tile has up to 256 adjacent hashes of every eighth level.

import { nodeHash, type ReadNode } from '@rf-indicators/engine';
import type { TileSource } from './forms.ts';

const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;
const HASH_LENGTH = 32;

/** Reads the complete nodes of a tree of the given size. Each tile is requested once. */
export function nodesFromTiles(treeSize: number, source: TileSource): ReadNode {
  const tiles = new Map<string, Promise<Uint8Array>>();
  const read = (path: string) => {
    const tile = tiles.get(path) ?? source.getTile(path);
    tiles.set(path, tile);
    return tile;
  };
  const node: ReadNode = async (level, index) => {
    if (level % TILE_HEIGHT !== 0) {
      return nodeHash(await node(level - 1, index * 2), await node(level - 1, index * 2 + 1));
    }
    const tileIndex = Math.floor(index / TILE_WIDTH);
    const hashes = Math.floor(treeSize / 2 ** level);
    const width = Math.min(TILE_WIDTH, hashes - tileIndex * TILE_WIDTH);
    const tile = await read(tilePath(level / TILE_HEIGHT, tileIndex, width));
    const start = (index % TILE_WIDTH) * HASH_LENGTH;
    // A tile that is too short gives a hash that is too short, which never verifies.
    return tile.slice(start, start + HASH_LENGTH);
  };
  return node;
}

/** Indexes are written in groups of three digits, all but the last after an x. */
function tilePath(level: number, index: number, width: number): string {
  const digits = String(index);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  const groups = padded.match(/.../g)!;
  const last = groups.pop()!;
  const path = [level, ...groups.map((group) => `x${group}`), last].join('/');
  return width < TILE_WIDTH ? `${path}.p/${width}` : path;
}

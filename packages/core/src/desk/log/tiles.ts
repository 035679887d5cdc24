// The log as C2SP tlog-tiles (https://c2sp.org/tlog-tiles): whoever fetches its tiles can work out every root
// and every proof for themselves. A tile never changes, a partial one included, for the log only grows.

import type { Queries } from '../../store/store.ts';
import { treeSizeOf } from './store.ts';

const TILE_HEIGHT = 8;
const TILE_WIDTH = 2 ** TILE_HEIGHT;
const HIGHEST_LEVEL = 63;

export interface TileRequest {
  /** The tile's level, or the entries themselves, a bundle for each tile of level 0. */
  level: number | 'entries';
  /** Counted from the left within the level. */
  index: number;
  /** How many hashes or entries: 256 for a full tile, fewer for a partial one. */
  width: number;
}

export interface Tile {
  bytes: Buffer;
  /** Whether it is a full tile. */
  complete: boolean;
}

// <L> or "entries", <N> in groups of three digits, all but the last marked with an x, and .p/<W> if partial.
const TILE_PATH = /^(entries|0|[1-9][0-9]?)\/((?:x[0-9]{3}\/)*[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/;

/**
 * Reads what follows `tile/` in a path. Each tile has exactly one spelling, so that caches keep it once; null
 * for everything else.
 */
export function parseTilePath(path: string): TileRequest | null {
  const [, level, groups, partialWidth] = TILE_PATH.exec(path) ?? [];
  if (level === undefined || groups === undefined || groups.startsWith('x000')) return null;
  const index = Number(groups.replaceAll(/[x/]/g, ''));
  const width = partialWidth === undefined ? TILE_WIDTH : Number(partialWidth);
  if (!Number.isSafeInteger((index + 1) * TILE_WIDTH)) return null;
  if (partialWidth !== undefined && width >= TILE_WIDTH) return null;
  if (level === 'entries') return { level, index, width };
  return Number(level) > HIGHEST_LEVEL ? null : { level: Number(level), index, width };
}

/** The tile as it is served; null while the log is too small to have it. */
export async function readTile(db: Queries, { level, index, width }: TileRequest): Promise<Tile | null> {
  const treeLevel = level === 'entries' ? 0 : level * TILE_HEIGHT;
  const first = index * TILE_WIDTH;
  const leavesNeeded = (first + width) * 2 ** treeLevel;
  if (leavesNeeded > (await treeSizeOf(db))) return null;
  const parts =
    level === 'entries' ? await readEntries(db, first, width) : await readHashes(db, treeLevel, first, width);
  if (parts.length !== width) throw new Error(`the log lacks a part of tile ${level}/${index}`);
  return { bytes: Buffer.concat(parts), complete: width === TILE_WIDTH };
}

/** The newest checkpoint, a signed note; null while nothing has been published. */
export async function latestCheckpoint(db: Queries): Promise<string | null> {
  const row = await db
    .selectFrom('checkpoints')
    .select('note')
    .orderBy('tree_size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.note ?? null;
}

async function readHashes(db: Queries, treeLevel: number, first: number, width: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('log_nodes')
    .select('hash')
    .where('level', '=', treeLevel)
    .where('idx', '>=', first)
    .where('idx', '<', first + width)
    .orderBy('idx')
    .execute();
  return rows.map(({ hash }) => Buffer.from(hash, 'base64'));
}

async function readEntries(db: Queries, first: number, width: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('log_leaves')
    .select('leaf')
    .where('idx', '>=', first)
    .where('idx', '<', first + width)
    .orderBy('idx')
    .execute();
  return rows.map(({ leaf }) => {
    const bytes = Buffer.from(leaf);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length);
    return Buffer.concat([length, bytes]);
  });
}

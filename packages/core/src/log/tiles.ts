// Serves the log as C2SP tlog-tiles (https://c2sp.org/tlog-tiles), from which a client can compute every root and
// proof itself. The log only grows, so a tile never changes, not even a partial one.

import type { Queries, Writes } from '../store/store.ts';
import { cosignedNote } from './cosignatures.ts';
import { treeSizeOf } from './store.ts';

const TILE_HEIGHT = 8;
const TILE_WIDTH = 2 ** TILE_HEIGHT;
const HIGHEST_LEVEL = 63;

export interface TileRequest {
  /** The tile's level, or `entries` for the entry bundle of a level 0 tile. */
  level: number | 'entries';
  /** Position within the level, from the left. */
  index: number;
  /** Number of hashes or entries: 256 for a full tile, fewer for a partial one. */
  width: number;
}

export interface Tile {
  bytes: Buffer;
  /** True for a full tile. */
  complete: boolean;
}

// <L> or "entries"; <N> in groups of three digits, all but the last prefixed with x; .p/<W> if partial.
const TILE_PATH = /^(entries|0|[1-9][0-9]?)\/((?:x[0-9]{3}\/)*[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/;

/**
 * Parses the part of a path after `tile/`; null if it is not a tile path. Each tile has exactly one path, so that
 * caches store it once.
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

/** The paths of all tiles and entry bundles of a log of this size: the complete ones, and the partial ones at its end. */
export function* tilePaths(treeSize: number): Generator<string> {
  for (let level = 0; ; level += 1) {
    const hashes = Math.floor(treeSize / TILE_WIDTH ** level);
    if (hashes === 0) return;
    for (let index = 0; index * TILE_WIDTH < hashes; index += 1) {
      const width = Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH);
      yield tilePath({ level, index, width });
      if (level === 0) yield tilePath({ level: 'entries', index, width });
    }
  }
}

function tilePath({ level, index, width }: TileRequest): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.../g)!;
  const last = groups.pop()!;
  const path = [level, ...groups.map((group) => `x${group}`), last].join('/');
  return width < TILE_WIDTH ? `${path}.p/${width}` : path;
}

/** The tile; null if the log is too small to have it yet. */
export async function readTile(db: Queries, { level, index, width }: TileRequest): Promise<Tile | null> {
  const treeLevel = level === 'entries' ? 0 : level * TILE_HEIGHT;
  const first = index * TILE_WIDTH;
  const leavesNeeded = (first + width) * 2 ** treeLevel;
  if (leavesNeeded > (await treeSizeOf(db))) return null;
  const parts =
    level === 'entries' ? await readEntries(db, first, width) : await readHashes(db, treeLevel, first, width);
  if (parts.length !== width) throw new Error(`log tile ${level}/${index} is incomplete`);
  return { bytes: Buffer.concat(parts), complete: width === TILE_WIDTH };
}

export interface LatestCheckpoint {
  /** A signed note, with the cosignatures of witnesses. */
  note: string;
  treeSize: number;
  changedAt: number;
}

/** null if nothing has been published yet. */
export async function latestCheckpoint(db: Queries | Writes): Promise<LatestCheckpoint | null> {
  const row = await db
    .selectFrom('checkpoints')
    .selectAll()
    .orderBy('tree_size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : withCosignatures(db, row);
}

/**
 * The last one that was signed until then; null if there was none. Later checkpoints cover more entries, so it is found by
 * halving, each time by the key of the table.
 */
export async function checkpointAsOf(db: Queries, instant: number): Promise<LatestCheckpoint | null> {
  const newest = await latestCheckpoint(db);
  if (newest === null) return null;
  let [from, until] = [0, newest.treeSize];
  let found: { tree_size: number; note: string; created_at: number } | null = null;
  while (from <= until) {
    const middle = Math.floor((from + until) / 2);
    const row = await db
      .selectFrom('checkpoints')
      .selectAll()
      .where('tree_size', '>=', middle)
      .orderBy('tree_size')
      .limit(1)
      .executeTakeFirstOrThrow();
    if (row.created_at > instant) until = middle - 1;
    else {
      found = row;
      from = row.tree_size + 1;
    }
  }
  return found === null ? null : withCosignatures(db, found);
}

async function withCosignatures(
  db: Queries | Writes,
  row: { tree_size: number; note: string; created_at: number },
): Promise<LatestCheckpoint> {
  const { note, changedAt } = await cosignedNote(db, row.tree_size, row.note);
  return { note, treeSize: row.tree_size, changedAt: Math.max(row.created_at, changedAt) };
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

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { keyChain, trustedKeys } from '@rf-indicators/core/log/key-chain';
import { rotateSigningKey } from '@rf-indicators/core/log/signing-keys';
import { prepareAppend, writeAppend } from '@rf-indicators/core/log/store';
import { latestCheckpoint, parseTilePath, readTile } from '@rf-indicators/core/log/tiles';
import type { Queries, Store } from '@rf-indicators/core/store/store';
import {
  openCheckpoint,
  parseSignerKey,
  parseVerifierKey,
  signerKeyFromSeed,
  type VerifierKey,
} from '@rf-indicators/engine';
import { cases } from '../../../../test/support/counts.ts';
import { emptyStore, onEitherStore } from '../../../../test/support/stores.ts';
import { DAY, enter, foundedWorld, publishNow } from '../../../../test/support/world.ts';

// A reader of tiles who shares nothing with the log but the specification: paths, hashing and the order of tiles
// are written here a second time.

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const leafHash = (leaf: Uint8Array) => sha256(Buffer.of(0), leaf);
const nodeHash = (left: Uint8Array, right: Uint8Array) => sha256(Buffer.of(1), left, right);

function pathOf(level: number | 'entries', index: number, width = 256): string {
  const groups = [String(index % 1000).padStart(3, '0')];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    groups.unshift(`x${String(rest % 1000).padStart(3, '0')}`);
  }
  return `${level}/${groups.join('/')}${width < 256 ? `.p/${width}` : ''}`;
}

async function get(db: Queries, path: string): Promise<Buffer | null> {
  const request = parseTilePath(path);
  assert.ok(request, `${path} is the path of a tile`);
  return (await readTile(db, request))?.bytes ?? null;
}

/** All that a log of some size has at a level, tile after tile, the last one partial. */
async function getLevel(db: Queries, level: number | 'entries', treeSize: number): Promise<Buffer> {
  const total = Math.floor(treeSize / 256 ** (level === 'entries' ? 0 : level));
  const tiles: Buffer[] = [];
  for (let at = 0; at < total; at += 256) {
    const path = pathOf(level, at / 256, Math.min(256, total - at));
    const bytes = await get(db, path);
    assert.ok(bytes, `${path} is there`);
    tiles.push(bytes);
  }
  return Buffer.concat(tiles);
}

function hashesIn(bytes: Buffer): Buffer[] {
  assert.equal(bytes.length % 32, 0);
  return Array.from({ length: bytes.length / 32 }, (_, at) => bytes.subarray(32 * at, 32 * at + 32));
}

function entriesIn(bytes: Buffer): Buffer[] {
  const entries: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 2 + bytes.readUInt16BE(at)) {
    entries.push(bytes.subarray(at + 2, at + 2 + bytes.readUInt16BE(at)));
  }
  return entries;
}

/** RFC 6962, 2.1, over hashes of leaves. */
function merkleRoot(hashes: readonly Buffer[]): Buffer {
  if (hashes.length === 1) return hashes[0]!;
  let split = 1;
  while (split * 2 < hashes.length) split *= 2;
  return nodeHash(merkleRoot(hashes.slice(0, split)), merkleRoot(hashes.slice(split)));
}

/** The root by as few tiles as possible: the right edge of each level, and the full tiles above it. */
function rootFromEdges(levels: readonly Buffer[][], treeSize: number): Buffer {
  const edges = levels.map((hashes, level) => {
    const coveredAbove = Math.floor(treeSize / 256 ** (level + 1)) * 256;
    return hashes.slice(coveredAbove);
  });
  let right: Buffer | null = null;
  for (const edge of edges) {
    // Subtrees of powers of two, each smaller than the one to its left.
    const subtrees: Buffer[] = [];
    for (let at = 0, size = 128; size >= 1; size /= 2) {
      if (edge.length - at < size) continue;
      subtrees.push(merkleRoot(edge.slice(at, at + size)));
      at += size;
    }
    for (const subtree of subtrees.reverse()) right = right === null ? subtree : nodeHash(subtree, right);
  }
  assert.ok(right);
  return right;
}

async function checkWholeLog(db: Queries, origin: string, keys: readonly VerifierKey[]): Promise<number> {
  const latest = await latestCheckpoint(db);
  assert.ok(latest);
  const { note } = latest;
  const { treeSize, rootHash } = await openCheckpoint(note, origin, keys);
  const levels: Buffer[][] = [];
  for (let level = 0; treeSize >= 256 ** level; level += 1) {
    levels.push(hashesIn(await getLevel(db, level, treeSize)));
  }
  const [leaves] = levels as [Buffer[]];
  assert.deepEqual(
    merkleRoot(leaves),
    Buffer.from(rootHash),
    'the root of all leaf hashes is the signed one',
  );
  assert.deepEqual(rootFromEdges(levels, treeSize), Buffer.from(rootHash), 'and so is that of the edges');
  for (const [level, hashes] of levels.entries()) {
    for (const [at, hash] of (levels[level + 1] ?? []).entries()) {
      const below = hashes.slice(at * 256, at * 256 + 256);
      assert.ok(hash.equals(merkleRoot(below)), `hash ${at} of level ${level + 1} is that of the tile below`);
    }
  }
  const entries = entriesIn(await getLevel(db, 'entries', treeSize));
  assert.equal(entries.length, treeSize);
  assert.ok(
    entries.every((entry, at) => leafHash(entry).equals(leaves[at]!)),
    'entries hash to their leaves',
  );
  return treeSize;
}

onEitherStore('the root computed from the tiles is the one that the checkpoint signs', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { db } = world.store;
  assert.equal(await latestCheckpoint(db), null);
  assert.equal(await get(db, '0/000.p/1'), null, 'an empty log has no tile');

  await publishNow(world);
  const origin = trustedKeys(await keyChain(db, null))[0]!.name;
  assert.equal(await checkWholeLog(db, origin, trustedKeys(await keyChain(db, null))), 30);
  const earlier = await get(db, '0/000.p/30');

  world.desk.moveTo(world.desk.clock() + DAY);
  await enter(world, 'FX-05', 'equity_ratio', '4.00');
  await publishNow(world, { providerIds: [world.idOf('FX-05')] });
  await rotateSigningKey(world.desk, world.people.operator, world.publisher);
  assert.equal(await checkWholeLog(db, origin, trustedKeys(await keyChain(db, null))), 35);
  assert.deepEqual(await get(db, '0/000.p/30'), earlier, 'an earlier partial tile is served as it was');

  const entries = entriesIn((await get(db, 'entries/000.p/35'))!).map(String);
  const statements = await db.selectFrom('indicators').select('statement').orderBy('log_index').execute();
  assert.deepEqual(
    [...entries.slice(0, 12), entries[30]],
    statements.map(({ statement }) => statement),
  );
  assert.equal(JSON.parse(entries[34]!).rotation.kind, 'key_rotation');
});

onEitherStore('tiles of a log larger than one tile', async (kind, t) => {
  const { store, key } = await generatedLog(kind, t, [255, 1, 1, 1243]);
  const { db } = store;
  assert.equal(await checkWholeLog(db, 'rf-example', [key]), 1500);

  const full = await readTile(db, parseTilePath('0/004')!);
  assert.deepEqual([full?.bytes.length, full?.complete], [8192, true]);
  const partial = await readTile(db, parseTilePath('0/004.p/7')!);
  assert.deepEqual(partial, { bytes: full!.bytes.subarray(0, 7 * 32), complete: false });

  assert.ok(await get(db, '0/005.p/220'), 'all that the last tile has');
  assert.equal(await get(db, '0/005.p/221'), null, 'one more than it has');
  assert.equal(await get(db, '0/005'), null);
  assert.equal(await get(db, '0/006.p/1'), null);
  assert.ok(await get(db, '1/000.p/5'));
  assert.equal(await get(db, '1/000.p/6'), null, 'the sixth tile below is not full');
  assert.equal(await get(db, '2/000.p/1'), null);
  assert.equal(await get(db, '63/000.p/1'), null);
  assert.equal(await get(db, '0/x999/x999/x999/999'), null);

  const bundle = await readTile(db, parseTilePath('entries/004')!);
  assert.deepEqual([entriesIn(bundle!.bytes).length, bundle?.complete], [256, true]);
  assert.ok(await get(db, 'entries/005.p/220'));
  assert.equal(await get(db, 'entries/005.p/221'), null);
});

test('tiles of a log of many tiles', async (t) => {
  const size = cases(3_000, 70_000);
  const { store, key } = await generatedLog('sqlite', t, [size]);
  assert.equal(await checkWholeLog(store.db, 'rf-example', [key]), size);
});

onEitherStore(
  'a log of 70,000 leaves has exactly the tiles that the specification gives',
  async (kind, t) => {
    const { db } = await emptyStore(kind, t);
    const hashes = Array.from({ length: 273 }, (_, at) => sha256(Buffer.of(at % 256, at / 256)));
    const top = merkleRoot(hashes.slice(0, 256));
    // Only what the levels above the leaves are made of: the rest would take seconds to write.
    const nodes = hashes.map((hash, idx) => ({ level: 8, idx, hash: hash.toString('base64') }));
    nodes.push({ level: 16, idx: 0, hash: top.toString('base64') });
    await db.insertInto('log_nodes').values(nodes).execute();
    await db.updateTable('log_state').set({ tree_size: 70_000 }).execute();

    assert.deepEqual(await get(db, '1/000'), Buffer.concat(hashes.slice(0, 256)));
    assert.deepEqual(await get(db, '1/001.p/17'), Buffer.concat(hashes.slice(256)));
    assert.deepEqual(await get(db, '2/000.p/1'), top);
    for (const path of ['0/273', '0/273.p/113', '1/001.p/18', '1/001', '2/000.p/2', '2/000', '3/000.p/1']) {
      assert.equal(await get(db, path), null, path);
    }
    for (const path of ['0/272', '0/273.p/112', 'entries/000']) {
      await assert.rejects(get(db, path), /log tile .* is incomplete/, 'a hole is never served as a tile');
    }
  },
);

/** A log that grew by so many leaves at a time, among them empty ones, long ones and ones beyond ASCII. */
async function generatedLog(...[kind, t, growth]: [...Parameters<typeof emptyStore>, growth: number[]]) {
  const store: Store = await emptyStore(kind, t);
  const texts = await signerKeyFromSeed('rf-example', Buffer.alloc(32, 7));
  const signer = await parseSignerKey(texts.signer);
  const leafText = (at: number) =>
    at === 3 ? '' : at === 4 ? 'ß'.repeat(32_767) : `{"leaf":${at},"of":"…✓"}`;
  let size = 0;
  for (const count of growth) {
    const base = size;
    const leaves = Array.from({ length: count }, (_, at) => ({
      kind: 'statement' as const,
      leaf: leafText(base + at),
    }));
    const append = await prepareAppend(store.db, leaves, [signer]);
    await store.transaction((writes) => writeAppend(writes, append, size));
    size += count;
  }
  return { store, key: await parseVerifierKey(texts.verifier) };
}

test('valid tile paths are parsed', () => {
  const read: [path: string, level: number | 'entries', index: number, width: number][] = [
    ['0/000', 0, 0, 256],
    ['0/000.p/1', 0, 0, 1],
    ['0/067.p/255', 0, 67, 255],
    ['1/x001/x234/067', 1, 1_234_067, 256],
    ['63/x001/000.p/10', 63, 1000, 10],
    ['10/999', 10, 999, 256],
    ['entries/000', 'entries', 0, 256],
    ['entries/x001/x234/067.p/8', 'entries', 1_234_067, 8],
    ['0/x035/x184/x372/x088/830', 0, 35_184_372_088_830, 256],
  ];
  for (const [path, level, index, width] of read) {
    assert.deepEqual(parseTilePath(path), { level, index, width }, path);
    assert.equal(pathOf(level, index, width), path);
  }
});

test('invalid tile paths are refused', () => {
  const faults: Record<string, string[]> = {
    'nothing, or not all of it': ['', '0', '0/', '/000', '0/000.p', '0/000.p/', 'entries', 'entries/'],
    'more than it': ['/0/000', '0/000/', ' 0/000', '0/000 ', '0/000\n', 'tile/0/000', '0/000?x', '0//000'],
    'no level': [
      '64/000',
      '100/000',
      '00/000',
      '01/000',
      '-1/000',
      '+1/000',
      'x/000',
      'Entries/000',
      '1.0/000',
    ],
    'groups that are none': [
      '0/0',
      '0/00',
      '0/0000',
      '0/1000',
      '0/x001',
      '0/001/002',
      '0/x1/000',
      '0/X001/000',
    ],
    'an x where none belongs': ['0/x001/x000', '0/x001/x002.p/1', '0/xx01/000'],
    'another spelling of a smaller index': ['0/x000/001', '0/x000/x001/000', 'entries/x000/000'],
    'no width': ['0/000.p/0', '0/000.p/256', '0/000.p/999', '0/000.p/01', '0/000.p/-1', '0/000.p/1000'],
    'another mark of a partial tile': ['0/000.P/1', '0/000p/1', '0/000.p1', '0/000/p/1', '0/000.p/1.p/1'],
    'digits of another script': ['٠/000', '0/٠٠٠', '0/000.p/١'],
    'a way out of the folder': ['0/../000', '../0/000', '0/000.p/../1', '0/%30%30%30'],
    'an index beyond every log': ['0/x999/x999/x999/x999/999', `0/${'x999/'.repeat(99)}999`],
  };
  for (const [what, paths] of Object.entries(faults)) {
    for (const path of paths) assert.equal(parseTilePath(path), null, `${what}: ${JSON.stringify(path)}`);
  }
});

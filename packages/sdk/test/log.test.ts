// Comparing checkpoints of generated logs, honest and forked, that span several tiles and levels.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatCheckpoint,
  leafHash,
  nodeHash,
  parseSignerKey,
  rootFrom,
  signerKeyFromSeed,
  signNote,
  treeInMemory,
} from '@rf-indicators/engine';
import { InvalidArgumentError, RfError } from '../src/index.ts';
import { replay, type TileSource, verify, verifyLog, verifyStatement } from '../src/verify/index.ts';
import { count, randomFrom } from './support/counts.ts';

const LARGEST = count(1500, 66_000);
const { signer, verifier: keys } = await signerKeyFromSeed('rf-log-test', new Uint8Array(32).fill(7));
const signing = await parseSignerKey(signer);

interface Log {
  checkpoint(size: number): Promise<string>;
  /** The tiles of this log, and the paths that were requested. */
  tiles: TileSource & { asked: string[] };
}

/** Leaf number `differsAt` has other content, so from there on the log is a fork of the one without it. */
async function makeLog(size: number, differsAt = -1): Promise<Log> {
  const leaves: Uint8Array[] = [];
  for (let leaf = 0; leaf < size; leaf += 1) {
    leaves.push(await leafHash(new TextEncoder().encode(leaf === differsAt ? 'rewritten' : `leaf ${leaf}`)));
  }
  const readNode = await treeInMemory(leaves);
  const levels: Uint8Array[][] = [leaves];
  while (levels.at(-1)!.length > 1) {
    const below = levels.at(-1)!;
    const above: Uint8Array[] = [];
    for (let at = 0; at + 1 < below.length; at += 2) above.push(await nodeHash(below[at]!, below[at + 1]!));
    levels.push(above);
  }
  const asked: string[] = [];
  return {
    checkpoint: async (treeSize) => {
      const rootHash = await rootFrom(treeSize, readNode);
      return signNote(formatCheckpoint({ origin: 'rf-log-test', treeSize, rootHash }), [signing]);
    },
    tiles: {
      asked,
      async getTile(path) {
        asked.push(path);
        const [, level, index, width] = /^(\d+)\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d+))?$/.exec(path)!;
        const start = Number(index!.replaceAll(/[x/]/g, '')) * 256;
        const hashes = levels[Number(level) * 8]!.slice(start, start + Number(width ?? 256));
        assert.equal(hashes.length, Number(width ?? 256), `tile ${path} does not exist`);
        return Uint8Array.from(hashes.flatMap((hash) => [...hash]));
      },
    },
  };
}

const honest = await makeLog(LARGEST);

test('a log that was only appended to passes, whatever its sizes', async () => {
  const random = randomFrom(1);
  const pairs = [
    [1, 2],
    [1, 256],
    [255, 256],
    [256, 257],
    [256, 512],
    [257, 1024],
    [1000, LARGEST],
    [LARGEST, LARGEST],
  ];
  for (let more = 0; more < count(40, 400); more += 1) {
    const newer = 1 + Math.floor(random() * LARGEST);
    pairs.push([1 + Math.floor(random() * newer), newer]);
  }
  for (const [older, newer] of pairs) {
    const remembered = await honest.checkpoint(older!);
    const checkpoint = await honest.checkpoint(newer!);
    honest.tiles.asked.length = 0;
    const report = await verifyLog({ remembered, checkpoint, keys, log: honest.tiles });
    assert.deepEqual(report.fault, null, `${older} ${newer}: ${report.checks[0]?.detail}`);
    const { asked } = honest.tiles;
    assert.equal(new Set(asked).size, asked.length, 'no tile is requested twice');
    assert.ok(asked.length <= 6, `${asked.length} tiles for ${older} and ${newer}`);
  }
});

test('a log with a rewritten entry is a fork from that entry on', async () => {
  const random = randomFrom(2);
  const at = 300;
  const forked = await makeLog(LARGEST, at);
  for (let round = 0; round < count(40, 400); round += 1) {
    const older = 1 + Math.floor(random() * LARGEST);
    const newer = older + Math.floor(random() * (LARGEST - older + 1));
    const remembered = await honest.checkpoint(older);
    const checkpoint = await forked.checkpoint(newer);
    const { fault, ok } = await verifyLog({ remembered, checkpoint, keys, log: forked.tiles });
    assert.equal(fault, older > at ? 'fork' : null, `${older} ${newer}`);
    assert.equal(ok, fault === null);
  }
});

test('two roots of the same size are a fork; no tile is needed', async () => {
  const forked = await makeLog(500, 20);
  const request = {
    remembered: await honest.checkpoint(500),
    checkpoint: await forked.checkpoint(500),
    keys,
  };
  const report = await verifyLog({ ...request, log: forked.tiles });
  assert.equal(report.fault, 'fork');
  assert.match(report.checks[0]!.detail, /Keep both checkpoints/);
  assert.deepEqual(forked.tiles.asked, []);
});

test('a fork cannot hide behind the tiles of the honest log', async () => {
  const forked = await makeLog(900, 20);
  const request = {
    remembered: await honest.checkpoint(500),
    checkpoint: await forked.checkpoint(900),
    keys,
  };
  assert.equal((await verifyLog({ ...request, log: honest.tiles })).fault, 'tiles_invalid');
});

test('an older checkpoint of the same log passes, and the report says that it is older', async () => {
  const request = {
    remembered: await honest.checkpoint(900),
    checkpoint: await honest.checkpoint(400),
    keys,
  };
  const report = await verifyLog({ ...request, log: honest.tiles });
  assert.equal(report.fault, null);
  assert.match(report.checks[0]!.detail, /older than the one remembered/);
});

test('a valid key is required', async () => {
  const [remembered, checkpoint] = [await honest.checkpoint(3), await honest.checkpoint(4)];
  const request = { remembered, checkpoint, log: honest.tiles };
  const missing = { name: 'InvalidArgumentError', argument: 'keys', message: /^keys is missing/ };
  // What process.env gives for a variable that is not set.
  for (const none of [[], undefined as unknown as string]) {
    await assert.rejects(verifyLog({ ...request, keys: none }), missing);
  }
  await assert.rejects(verifyLog({ ...request, keys: 'nothing' }), (error) => {
    assert.ok(error instanceof InvalidArgumentError);
    assert.equal(error.argument, 'keys');
    assert.equal((error.cause as Error).name, 'KeyFormatError');
    return true;
  });
  const altered = checkpoint.replace('\n4\n', '\n5\n');
  assert.equal((await verifyLog({ ...request, checkpoint: altered, keys })).fault, 'checkpoint_invalid');
});

test('every mistake of a caller is an RfError, and an unusable statement is a fault', async () => {
  const [remembered, checkpoint] = [await honest.checkpoint(3), await honest.checkpoint(4)];
  const nothing = undefined as never;
  const circular: object[] = [];
  circular.push(circular);
  const answer = { name: 'InvalidArgumentError', argument: 'answer' };
  for (const wrong of [nothing, circular as never]) {
    await assert.rejects(replay(wrong), answer);
    await assert.rejects(verify(wrong, { keys }), answer);
  }
  const noKeys = { name: 'InvalidArgumentError', argument: 'keys' };
  await assert.rejects(verify('{}', nothing), noKeys);
  await assert.rejects(verifyStatement(nothing, nothing), noKeys);
  await assert.rejects(verifyLog(nothing), noKeys);
  await assert.rejects(verify('{}', { keys, remembered }), { name: 'InvalidArgumentError', argument: 'log' });
  assert.equal((await verifyStatement(nothing, { keys })).fault, 'wrong_form');
  const disk = new Error('the disk is gone');
  const broken: TileSource = { getTile: () => Promise.reject(disk) };
  await assert.rejects(verifyLog({ remembered, checkpoint, keys, log: broken }), (error) => {
    assert.ok(error instanceof RfError);
    assert.equal(error.cause, disk);
    return true;
  });
});

// The folder of an export: it never mixes with other files, has one writer, and an interrupted export can be completed.

import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../../../../test/support/lifetime.ts';
import { DAY, enter, publishNow } from '../../../../../test/support/world.ts';
import { ExportFolder } from '../../../src/cli/export/folder.ts';
import { writeExport } from '../../../src/cli/export/write-export.ts';
import { readConfig } from '../../../src/service/config.ts';
import { type SmallExport, smallExport } from './small-export.ts';

test('a folder with other files, or with a link, is refused and left as it is', async (t) => {
  const small = await smallExport(t);
  const folder = small.folder();
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'thesis.txt'), 'mine');
  await assert.rejects(small.export(folder), /not part of an export: thesis\.txt\./);
  assert.deepEqual(readdirSync(folder), ['thesis.txt']);

  const other = small.folder();
  await small.export(other, '--no-site');
  const outside = temporaryFolder(t);
  symlinkSync(outside, path.join(other, 'badges', 'elsewhere'));
  await assert.rejects(small.export(other), /not part of an export: badges\/elsewhere\./);
  assert.deepEqual(readdirSync(outside), []);
});

test('links in what an interrupted export left are refused, and not followed', async (t) => {
  const small = await smallExport(t);
  for (const name of ['written', 'lock', 'anything']) {
    const folder = small.folder();
    const outside = path.join(temporaryFolder(t), 'mine');
    writeFileSync(outside, 'mine');
    mkdirSync(path.join(folder, '.rf-unfinished'), { recursive: true });
    symlinkSync(outside, path.join(folder, '.rf-unfinished', name));
    const refusal = new RegExp(`not part of an export: \\.rf-unfinished/${name}\\.`);
    await assert.rejects(small.export(folder, '--no-site'), refusal);
    assert.equal(readFileSync(outside, 'utf8'), 'mine');
    assert.deepEqual(readdirSync(folder, { recursive: true }).length, 2, 'nothing was added');
  }
});

/** The next export fails when it has written so many files. */
function interruptAfter(t: TestContext, most: number): Error {
  const stopped = new Error('stopped');
  let calls = 0;
  const add = ExportFolder.prototype.add;
  t.mock.method(ExportFolder.prototype, 'add', function (this: ExportFolder, file: string, bytes: Buffer) {
    calls += 1;
    if (calls > most) throw stopped;
    return add.call(this, file, bytes);
  });
  return stopped;
}

async function requireCompleted(small: SmallExport, folder: string): Promise<void> {
  const { code } = await small.export(folder, '--no-site');
  assert.equal(code, 0);
  assert.equal(existsSync(path.join(folder, '.rf-unfinished')), false);
  assert.deepEqual((await small.verify(folder)).found, []);
}

test('an export that was interrupted leaves whole files, and the next one completes it', async (t) => {
  const small = await smallExport(t);
  const folder = small.folder();
  const stopped = interruptAfter(t, 20);
  await assert.rejects(small.export(folder, '--no-site'), stopped);
  t.mock.reset();
  assert.ok(existsSync(path.join(folder, '.rf-unfinished')));
  assert.equal(existsSync(path.join(folder, 'rf-export.json')), false);
  // A full disk cuts off the last note.
  appendFileSync(path.join(folder, '.rf-unfinished', 'written'), '{"file":"api/pub');
  const again = interruptAfter(t, 40);
  await assert.rejects(small.export(folder, '--no-site'), again);
  t.mock.reset();
  await requireCompleted(small, folder);
});

test('an export that was interrupted after its list was replaced is completed', async (t) => {
  const small = await smallExport(t);
  const { world } = small;
  const folder = small.folder();
  await small.export(folder, '--no-site');
  const before = readdirSync(path.join(folder, 'log/tile/entries/000.p'));
  // Then the log has other partial tiles, and those of before are removed.
  world.desk.moveTo(world.desk.clock() + DAY);
  await enter(world, 'FX-05', 'equity_ratio', '4.25');
  await publishNow(world);
  const stopped = new Error('stopped');
  t.mock.method(ExportFolder.prototype, 'finish', () => Promise.reject(stopped));
  await assert.rejects(small.export(folder, '--no-site'), stopped);
  t.mock.reset();
  const between = readdirSync(path.join(folder, 'log/tile/entries/000.p'));
  assert.equal(between.length, before.length + 1);
  assert.match(
    (await small.verify(folder)).found.join('\n'),
    /^\.rf-unfinished: was left by an interrupted export/,
  );
  await requireCompleted(small, folder);
  assert.equal(readdirSync(path.join(folder, 'log/tile/entries/000.p')).length, before.length);
});

test('one folder has one export at a time, and one store can be exported to two folders at once', async (t) => {
  const small = await smallExport(t);
  const [one, other] = [small.folder(), small.folder()];
  const held = await ExportFolder.open(one);
  await assert.rejects(small.export(one, '--no-site'), {
    name: 'StoreError',
    message: `Another rf export writes to ${one}. Wait until it has ended.`,
  });
  await Promise.all([small.export(other, '--no-site'), small.export(small.folder(), '--no-site')]);
  held.close();
  await requireCompleted(small, one);
});

test('an export that cannot begin lets the next one write to the folder', async (t) => {
  const small = await smallExport(t);
  const folder = small.folder();
  const config = { ...readConfig(small.env), addressLimits: null as never };
  const { masterKey, store } = small.world;
  const failing = writeExport(store.db, {
    ...{ folder, config, demo: false, masterKey, pinned: null, witnesses: [] },
    ...{
      paths: { keptFiles: false, site: false, cards: false },
      now: small.world.desk.clock(),
      progress: () => undefined,
    },
  });
  await assert.rejects(failing, TypeError);
  await requireCompleted(small, folder);
});

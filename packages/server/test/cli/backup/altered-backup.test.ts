// Backups that were cut short or altered, or that come from elsewhere: nothing of them is restored.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readBackup } from '@rf-indicators/core/store/backup-format';
import { cases } from '../../../../../test/support/counts.ts';
import { temporaryFolder } from '../../../../../test/support/lifetime.ts';
import { emptyLocation } from '../../../../../test/support/stores.ts';
import { backUp, KEY, restore, restoreAlone, restoreWith, world } from './backup-world.ts';

test('a file that was cut short or altered anywhere is refused, and nothing is restored', async (t) => {
  const folder = temporaryFolder(t);
  const whole = path.join(folder, 'whole');
  await backUp(await world('sqlite', t), whole);
  const zipped = readFileSync(whole);
  const text = gunzipSync(zipped);
  const lines = text.toString().split('\n').slice(0, -1);
  const bad = path.join(folder, 'bad');
  const location = await emptyLocation('sqlite', t);
  const refused = async (bytes: Uint8Array, what: string) => {
    writeFileSync(bad, bytes);
    const attempt = restore(location, bad);
    await assert.rejects(attempt, { name: 'StoreError', message: /is not a usable backup/ }, what);
  };
  for (let cut = 0; cut < zipped.length; cut += 1 + Math.floor(zipped.length / cases(6, 40))) {
    await refused(zipped.subarray(0, cut), `zipped, cut at ${cut}`);
  }
  await refused(zipped.subarray(0, -1), 'zipped, one byte short');
  // The first ten bytes are the header of gzip, which says nothing about the content.
  for (let at = 10; at < zipped.length; at += 1 + Math.floor(zipped.length / cases(6, 40))) {
    const altered = Buffer.from(zipped);
    altered[at]! ^= 1;
    await refused(altered, `zipped, byte ${at}`);
  }
  const steps = cases(12, 80);
  for (let step = 0; step < steps; step += 1) {
    const at = Math.floor((text.length * step) / steps);
    const altered = Buffer.from(text);
    altered[at]! ^= 1;
    await refused(gzipSync(altered), `byte ${at}`);
    await refused(gzipSync(text.subarray(0, at)), `text, cut at ${at}`);
  }
  const without = (index: number) => Buffer.from(`${lines.toSpliced(index, 1).join('\n')}\n`);
  await refused(gzipSync(without(5)), 'a row is missing');
  await refused(gzipSync(without(lines.length - 1)), 'the last line is missing');
  await refused(gzipSync(Buffer.concat([text, Buffer.from('{}\n')])), 'something is added');
  await refused(Buffer.from('not zipped'), 'no backup at all');
  assert.equal(existsSync(path.join(location.dataDir, 'rf.sqlite')), false);
  await restore(location, whole);
});

/** The same backup with another text, and hashes that agree with it, as somebody without the master key could make it. */
function edited(file: string, edit: (text: string) => string, format = 'rf-backup/2'): Buffer {
  const lines = gunzipSync(readFileSync(file)).toString().split('\n').slice(0, -1);
  const { end: _, rows, mac, ...hashes } = JSON.parse(lines.pop()!);
  assert.deepEqual(Object.keys(hashes), ['content_sha256', 'sha256']);
  const [header, ...content] = edit(`${lines.join('\n')}\n`)
    .replace('rf-backup/2', format)
    .split(/(?<=\n)/);
  const sha256 = (...parts: string[]) => createHash('sha256').update(parts.join('')).digest('hex');
  const digests = { content_sha256: sha256(...content), sha256: sha256(header!, ...content) };
  const footer = { end: format, rows, ...digests, ...(format === 'rf-backup/1' ? {} : { mac }) };
  return gzipSync(`${header}${content.join('')}${JSON.stringify(footer)}\n`);
}

test('a file that was edited with correct hashes, or made with another master key, is refused', async (t) => {
  const folder = temporaryFolder(t);
  const [file, bad] = [path.join(folder, 'b'), path.join(folder, 'bad')];
  await backUp(await world('sqlite', t), file);
  const location = await emptyLocation('sqlite', t);
  const foreign = Buffer.alloc(32, 8).toString('base64');
  const notOurs = { name: 'StoreError', message: /was not made with this master key, or it was altered/ };
  await assert.rejects(restoreWith({ RF_MASTER_KEY: foreign }, location, file), notOurs);
  await assert.rejects(restoreAlone(location, file), /cannot be authenticated.*There is no master key/);
  for (const edit of [
    (text: string) => text.replace('"Zoë"', '"Eve"'),
    (text: string) => text.replace(/"created_at":"[^"]+"/, '"created_at":"2020-01-01T00:00:00.000Z"'),
  ]) {
    writeFileSync(bad, edited(file, edit));
    await assert.rejects(restore(location, bad), notOurs);
  }
  writeFileSync(
    bad,
    edited(file, (text) => text),
  );
  await readBackup(bad, KEY);
  const withoutMac = gunzipSync(readFileSync(file))
    .toString()
    .replace(/,"mac":"\w+"/, '');
  writeFileSync(bad, gzipSync(withoutMac));
  await assert.rejects(restore(location, bad), notOurs);
  assert.equal(existsSync(path.join(location.dataDir, 'rf.sqlite')), false);

  writeFileSync(
    bad,
    edited(file, (text) => text.replace('"Zoë"', '"Eve"')),
  );
  const told = await restore(location, bad, '--unauthenticated');
  assert.equal(told.authenticated, false);
});

test('a backup of the format before is refused, unless it need not be authenticated', async (t) => {
  const folder = temporaryFolder(t);
  const [file, old] = [path.join(folder, 'b'), path.join(folder, 'old')];
  await backUp(await world('sqlite', t), file);
  writeFileSync(
    old,
    edited(file, (text) => text, 'rf-backup/1'),
  );
  const location = await emptyLocation('sqlite', t);
  await assert.rejects(restore(location, old), /format of an earlier version, which is not authenticated/);
  assert.equal(existsSync(path.join(location.dataDir, 'rf.sqlite')), false);
  assert.equal((await restore(location, old, '--unauthenticated')).authenticated, false);
});

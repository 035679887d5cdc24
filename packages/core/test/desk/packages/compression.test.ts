import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compressText, decompressText } from '@rf-indicators/core/desk/packages/compression';
import { readPackages } from '@rf-indicators/core/desk/packages/read-packages';
import { sql } from 'kysely';
import { allPackageTexts } from '../../../../../test/support/older-packages.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { DAY, enter, foundedWorld, publishedWorld, publishNow } from '../../../../../test/support/world.ts';

const text = JSON.stringify(
  Array.from({ length: 300 }, (_, index) => ({ input: `input_${index % 7}`, index })),
);
const dictionary = Buffer.from(text.slice(0, 2000));

test('every changed bit of a compressed text is noticed, also those that zstd ignores', () => {
  const whole = compressText(text, dictionary);
  assert.equal(decompressText(whole, dictionary), text);
  assert.ok(whole.compressed.length < text.length / 4);
  for (let bit = 0; bit < whole.compressed.length * 8; bit += 1) {
    const compressed = Uint8Array.from(whole.compressed);
    compressed[bit >> 3]! ^= 1 << (bit & 7);
    assert.throws(() => decompressText({ ...whole, compressed }, dictionary), /do not match their checksum/);
  }
});

test('a text that was compressed with another dictionary is an error, not another text', () => {
  const other = Buffer.from(dictionary);
  other[500]! ^= 1;
  assert.throws(() => decompressText(compressText(text, dictionary), other), /cannot be decompressed/);
});

onEitherStore('a framework has one dictionary, which a larger write replaces once', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const dictionaries = async () => {
    const { db } = world.store;
    const rows = await db.selectFrom('package_dictionaries').selectAll().orderBy('packages').execute();
    return rows.map(({ packages }) => packages);
  };
  await publishNow(world, { providerIds: [world.idOf('FX-05')] });
  assert.deepEqual(await dictionaries(), [1]);
  await publishNow(world);
  assert.deepEqual(await dictionaries(), [1, 4]);
  world.desk.moveTo(world.desk.clock() + DAY);
  await enter(world, 'FX-05', 'equity_ratio', '4.00');
  await publishNow(world, { everything: true });
  assert.deepEqual(await dictionaries(), [1, 4]);
});

onEitherStore('packages are small, and protected from changes', async (kind, t) => {
  const world = await publishedWorld(kind, t);
  const { db } = world.store;
  const rows = await db.selectFrom('packages').selectAll().orderBy('package_hash').execute();
  const texts = await allPackageTexts(world.store);
  for (const { package_hash, uncompressed, compressed } of rows) {
    assert.equal(uncompressed, '');
    assert.ok(compressed!.length * 5 < texts.get(package_hash)!.length);
  }
  for (const change of [
    "uncompressed = '{}'",
    'crc32 = 1',
    'compressed = null',
    "verification_id = 'RF-0'",
    'compressed = compressed',
  ]) {
    await assert.rejects(sql.raw(`update packages set ${change}`).execute(db), /append-only/);
  }
  await assert.rejects(sql`delete from packages`.execute(db), /append-only/);
  await assert.rejects(sql`update package_dictionaries set packages = 9`.execute(db), /append-only/);
  assert.equal((await readPackages(db, ['no such hash'])).size, 0);
});

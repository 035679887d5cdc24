import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CardCache, KEPT_CARDS } from '../../src/pages/cards/card-cache.ts';
import { type Body, prepareBody, sizeOf } from '../../src/rendering/body.ts';

const png = (bytes: number): Body =>
  prepareBody(new Uint8Array(bytes), { lastModified: 0, mediaType: 'image/png', isCompressed: true });

test('cards that are asked for at the same time are drawn once', async () => {
  const cache = new CardCache();
  let drawn = 0;
  const finish = Promise.withResolvers<Body>();
  const draw = () => {
    drawn += 1;
    return finish.promise;
  };
  const all = Array.from({ length: 50 }, () => cache.read('one', draw));
  finish.resolve(png(10));
  assert.equal(new Set(await Promise.all(all)).size, 1);
  await cache.read('one', draw);
  assert.equal(drawn, 1);
});

test('a card that could not be drawn is tried again', async () => {
  const cache = new CardCache();
  await assert.rejects(cache.read('one', () => Promise.reject(new Error('no'))));
  assert.ok(await cache.read('one', async () => png(10)));
});

test('neither the number of cards nor their bytes grow beyond their limits, and the last ones asked for stay', async () => {
  const many = new CardCache();
  for (let at = 0; at < KEPT_CARDS.count + 50; at += 1) {
    await many.read(String(at), async () => png(100));
    many.find('0');
  }
  assert.equal(many.size, KEPT_CARDS.count);
  assert.ok(many.find('0'), 'it was asked for all the time');
  assert.equal(many.find('1'), undefined);

  const large = new CardCache();
  const size = 1024 * 1024;
  for (let at = 0; at < 40; at += 1) await large.read(String(at), async () => png(size));
  assert.ok(large.bytes <= KEPT_CARDS.bytes && large.bytes > KEPT_CARDS.bytes - 2 * size);
  assert.equal(large.bytes, large.size * sizeOf(png(size)));
});

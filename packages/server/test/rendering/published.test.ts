import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Body, compress, plainBytes, prepareBody, sizeOf } from '../../src/rendering/body.ts';
import { Published } from '../../src/rendering/published.ts';

const KB = 1000;
const NOTHING = body('', 0);

/** It takes so many KB in all, with what it takes beside its bytes. */
function body(text: string, size = 100): Body {
  const identity = [Buffer.from(size === 0 ? '' : text.padEnd(size * KB - sizeOf(NOTHING)))];
  return {
    mediaType: 'application/json',
    identity,
    compressions: [],
    compressed: {},
    tag: text,
    isWeak: false,
    lastModified: 0,
  };
}

test('a swap replaces the documents and drops everything that was kept', () => {
  const published = new Published(1e9);
  published.swap([['/list', body('list 1')]]);
  published.keep('/scores/a', body('a1'), 'keyed');
  published.keep('/changelog', body('changelog 1'), 'anonymous');
  assert.equal(published.find('/scores/a')?.tag, 'a1');
  published.swap([['/list', body('list 2')]]);
  assert.equal(published.find('/list')?.tag, 'list 2');
  assert.equal(published.find('/scores/a'), undefined);
  assert.equal(published.find('/changelog'), undefined);
  assert.equal(published.bytes, 100 * KB);
});

test('past the budget responses without a key go first, then those that were not requested again', () => {
  const published = new Published(1000 * KB);
  const ids = ['a', 'b', 'c', 'd'];
  for (const id of ids) published.keep(id, body(id, 200), 'keyed');
  published.keep('/public', body('public', 100), 'anonymous');
  for (const id of ids) published.find(id);
  assert.equal(published.bytes, 900 * KB);
  published.keep('/new', body('new', 150), 'keyed');
  assert.ok(published.bytes <= 1000 * KB);
  assert.equal(published.find('/public'), undefined);
  published.keep('/newer', body('newer', 150), 'keyed');
  assert.deepEqual(
    ids.map((id) => published.find(id)?.tag),
    ids,
    'what was requested again stays',
  );
  assert.equal(published.find('/new'), undefined);
});

test('what was requested long ago gives way in the end, and can come back', () => {
  const published = new Published(1000 * KB);
  published.keep('/once', body('once', 200), 'keyed');
  published.find('/once');
  for (let at = 0; at < 50; at += 1) {
    published.keep(`/${at}`, body(`${at}`, 200), 'keyed');
    published.find(`/${at}`);
    assert.ok(published.bytes <= 1000 * KB);
  }
  assert.equal(published.find('/once'), undefined);
  published.keep('/once', body('once again', 200), 'keyed');
  assert.equal(published.find('/once')?.tag, 'once again');
});

test('ever new requests without a key evict only each other', () => {
  const published = new Published(8000 * KB);
  published.swap([['/list', body('list')]]);
  for (let at = 0; at < 20; at += 1) published.keep(`/keyed ${at}`, body(`keyed ${at}`), 'keyed');
  published.keep('/often', body('often', 10), 'anonymous');
  for (let at = 0; at < 10_000; at += 1) {
    const url = `/api/public/changelog?since=${at}`;
    assert.equal(published.find(url), undefined);
    published.keep(url, body(url, 10), 'anonymous');
    if (at % 50 === 0)
      assert.equal(published.find('/often')?.tag, 'often', 'it is requested again and again');
  }
  // An eighth of the budget holds 100 of them.
  assert.ok(published.keptCount <= 20 + 100, `${published.keptCount} are kept`);
  assert.ok(published.keptEvictions >= 9900, `${published.keptEvictions} were evicted`);
  assert.ok(published.bytes <= (100 + 20 * 100 + 1000) * KB);
  for (let at = 0; at < 20; at += 1) assert.equal(published.find(`/keyed ${at}`)?.tag, `keyed ${at}`);
  assert.equal(published.find('/list')?.tag, 'list');
});

test('if the budget is used up, responses to requests without a key are not kept', () => {
  const published = new Published(1000 * KB);
  const ids = ['a', 'b', 'c', 'd'];
  for (const id of ids) published.keep(id, body(id, 249), 'keyed');
  for (let at = 0; at < 100; at += 1) published.keep(`/${at}`, body(`${at}`, 10), 'anonymous');
  assert.deepEqual(
    ids.map((id) => published.find(id)?.tag),
    ids,
  );
  assert.equal(published.keptCount, ids.length);
});

test('a response is never kept over another one', () => {
  const published = new Published(1000 * KB);
  published.keep('/a', body('first'), 'keyed');
  published.keep('/a', body('second'), 'keyed');
  published.keep('/a', body('third'), 'anonymous');
  assert.equal(published.find('/a')?.tag, 'first');
  assert.equal(published.bytes, 100 * KB);
});

test('after a publication a score is not served until its source was compared, and then with what was made of it', () => {
  const published = new Published(1e9);
  const [a, b] = [body('a'), body('b')];
  published.keep('/scores/a', a, 'keyed', { isOfPublication: true, source: 'row a' });
  published.keep('/scores/b', b, 'keyed', { isOfPublication: true, source: 'row b' });
  published.swap([]);
  assert.equal(published.find('/scores/a'), undefined);
  assert.deepEqual(published.findOlder('/scores/a'), { body: a, source: 'row a' });
  published.keep('/scores/a', body('the same, made again'), 'keyed', { source: 'row a' });
  assert.equal(published.find('/scores/a'), a, 'its compressed forms are not made again');
  published.keep('/scores/b', body('b 2'), 'keyed', { source: 'another row' });
  assert.equal(published.find('/scores/b')?.tag, 'b 2');
  assert.equal(published.bytes, 200 * KB);
  assert.equal(published.keptCount, 2);
});

test('a new checkpoint drops only what may show one', () => {
  const published = new Published(1e9);
  published.swap([
    ['/list', body('list')],
    ['/log/checkpoint', body('checkpoint 1')],
  ]);
  published.keep('/scores/a', body('a'), 'keyed', { isOfPublication: true, source: 'row a' });
  published.keep('/provider/a', body('page'), 'anonymous', { isOfPublication: true });
  published.keep('/verify/a', body('proof'), 'anonymous');
  const { swaps, changes } = published;
  published.update([['/log/checkpoint', body('checkpoint 2')]]);
  assert.equal(published.find('/log/checkpoint')?.tag, 'checkpoint 2');
  for (const [url, tag] of [
    ['/list', 'list'],
    ['/scores/a', 'a'],
    ['/provider/a', 'page'],
  ] as const)
    assert.equal(published.find(url)?.tag, tag);
  assert.equal(published.find('/verify/a'), undefined);
  assert.equal(published.bytes, 400 * KB);
  assert.deepEqual([published.swaps, published.changes], [swaps, changes + 1]);
});

test('when memory is needed, what was compressed is kept in that form alone, and nothing is evicted', () => {
  const published = new Published(100 * KB);
  const texts = Array.from({ length: 6 }, (_, at) => `{"score":${at}}`.repeat(1500));
  for (const [at, text] of texts.entries()) {
    const made = prepareBody(text, { lastModified: 0 });
    published.keep(`/${at}`, made, 'keyed');
    compress(made, 'gzip');
  }
  assert.ok(published.bytes <= 100 * KB);
  assert.equal(published.keptEvictions, 0);
  const kept = texts.map((_, at) => published.find(`/${at}`)!);
  assert.ok(kept.some(({ identity }) => identity === null));
  assert.deepEqual(
    kept.map((one) => Buffer.from(plainBytes(one)).toString()),
    texts,
  );
});

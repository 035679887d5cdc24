import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Body, sizeOf } from '../../src/rendering/body.ts';
import { Published, type Swap } from '../../src/rendering/published.ts';

const KB = 1000;
const NOTHING = { identity: Buffer.alloc(0), gzip: null, brotli: null } as unknown as Body;

/** It takes so many KB in all, with what it takes beside its bytes. */
function body(text: string, size = 100): Body {
  const identity = Buffer.from(text.padEnd(size * KB - sizeOf(NOTHING)));
  return {
    mediaType: 'application/json',
    identity,
    gzip: null,
    brotli: null,
    tag: text,
    isWeak: false,
    lastModified: 0,
  };
}

function swap(change: Partial<Swap>): Swap {
  return { isComplete: false, documents: [], changed: [], removed: [], bodies: [], ...change };
}

test('a swap replaces documents whole and providers one by one', () => {
  const published = new Published(1e9);
  published.swap(
    swap({
      documents: [['/list', body('list 1')]],
      changed: [
        ['a', ['slug-a', 'old-slug-a']],
        ['b', ['slug-b']],
      ],
      bodies: [
        ['a', body('a1')],
        ['b', body('b1')],
      ],
    }),
  );
  const list = swap({ documents: [['/list', body('list 2')]] });
  published.swap({ ...list, changed: [['a', ['slug-a']]], bodies: [['a', body('a2')]] });
  assert.equal(published.document('/list')?.tag, 'list 2');
  assert.equal(published.snapshot('slug-a')?.tag, 'a2');
  assert.equal(published.snapshot('old-slug-a'), undefined, 'names come with the change');
  assert.equal(published.snapshot('b')?.tag, 'b1', 'what did not change stays');
  published.swap({ ...list, removed: ['b'] });
  assert.equal(published.snapshot('slug-b'), undefined);
  published.swap({ ...list, isComplete: true, changed: [['c', []]] });
  assert.equal(published.snapshot('a'), undefined, 'a whole swap forgets what it does not name');
  assert.equal(published.snapshot('c'), null, 'it is there, and its body has to be fetched');
});

test('past the budget kept answers go first, then the bodies that were read longest ago', () => {
  const published = new Published(1000 * KB);
  const ids = ['a', 'b', 'c', 'd'];
  published.swap(
    swap({
      changed: ids.map((id) => [id, []]),
      bodies: ids.map((id): [string, Body] => [id, body(id, 200)]),
    }),
  );
  for (const id of ['a', 'c', 'd', 'b']) published.snapshot(id);
  published.keep('/kept', body('kept', 150), 'keyed');
  assert.equal(published.bytes, 950 * KB);
  published.keep('/another', body('another', 100), 'keyed');
  assert.ok(published.bytes <= 1000 * KB);
  assert.equal(published.kept('/kept'), undefined);
  assert.deepEqual(
    ids.map((id) => published.snapshot(id)?.tag),
    ids,
    'no body gave way while a kept answer could',
  );
  for (const id of ['a', 'c', 'd', 'b']) published.snapshot(id);
  published.keep('/large', body('large', 500), 'keyed');
  published.keep('/large 2', body('large 2', 500), 'keyed');
  assert.equal(published.snapshot('a')?.tag, 'a');
});

test('ever new requests without a key evict only each other', () => {
  const published = new Published(8000 * KB);
  published.swap(swap({ changed: [['a', []]], bodies: [['a', body('a')]] }));
  for (let at = 0; at < 20; at += 1) published.keep(`/keyed ${at}`, body(`keyed ${at}`), 'keyed');
  published.keep('/often', body('often', 10), 'anonymous');
  assert.equal(published.kept('/often')?.tag, 'often');
  for (let at = 0; at < 10_000; at += 1) {
    const url = `/api/public/changelog?since=${at}`;
    assert.equal(published.kept(url), undefined);
    published.keep(url, body(url, 10), 'anonymous');
  }
  // An eighth of the budget holds 100 of them.
  assert.ok(published.keptCount <= 20 + 100, `${published.keptCount} are kept`);
  assert.ok(published.keptEvictions >= 9900, `${published.keptEvictions} were evicted`);
  assert.ok(published.bytes <= (100 + 20 * 100 + 1000) * KB);
  assert.equal(published.kept('/often')?.tag, 'often', 'it was requested again');
  for (let at = 0; at < 20; at += 1) assert.equal(published.kept(`/keyed ${at}`)?.tag, `keyed ${at}`);
  assert.equal(published.snapshot('a')?.tag, 'a');
});

test('if the budget is used up, responses to requests without a key are not kept', () => {
  const published = new Published(1000 * KB);
  const ids = ['a', 'b', 'c', 'd'];
  published.swap(swap({ changed: ids.map((id) => [id, []]), bodies: ids.map((id) => [id, body(id, 249)]) }));
  for (let at = 0; at < 100; at += 1) published.keep(`/${at}`, body(`${at}`, 10), 'anonymous');
  assert.deepEqual(
    ids.map((id) => published.snapshot(id)?.tag),
    ids,
  );
  assert.equal(published.keptCount, 0);
});

test('bodies give way by when they were last read, and come back', () => {
  const published = new Published(1000 * KB);
  const ids = ['a', 'b', 'c', 'd', 'e'];
  published.swap(swap({ changed: ids.map((id) => [id, []]) }));
  for (const id of ['a', 'b', 'c', 'd']) published.put(id, body(id, 240));
  for (const id of ['b', 'c', 'd', 'a']) published.snapshot(id);
  published.put('e', body('e', 240));
  assert.ok(published.bytes <= 1000 * KB);
  assert.equal(published.snapshot('b'), null, 'read longest ago of those that were read');
  published.put('b', body('b again', 240));
  assert.equal(published.snapshot('b')?.tag, 'b again');
  assert.equal(published.bytes, heldBytes(published, ids));
});

test('a body is never put over another one, and none for a provider that is gone', () => {
  const published = new Published(1000 * KB);
  published.swap(swap({ changed: [['a', []]], bodies: [['a', body('first')]] }));
  published.put('a', body('second'));
  published.put('gone', body('gone'));
  assert.equal(published.snapshot('a')?.tag, 'first');
  assert.equal(published.bytes, 100 * KB);
});

function heldBytes(published: Published, ids: readonly string[]): number {
  return ids.reduce((sum, id) => {
    const held = published.snapshot(id);
    return sum + (held ? sizeOf(held) : 0);
  }, 0);
}

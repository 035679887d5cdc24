import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from '@rf-indicators/core/store/store';
import fc from 'fast-check';
import { cases, seededNumbers } from '../../../../../test/support/counts.ts';
import { emptyStore, onEachStore, onEitherStore } from '../../../../../test/support/stores.ts';
import { forgetSpans, readSpans, writeSpans } from '../../../src/http/limits/memory/saved-windows.ts';
import { instantsOf, type Span, spansOf } from '../../../src/http/limits/memory/window-spans.ts';
import { Windows } from '../../../src/http/limits/memory/windows.ts';

const HOUR = 3_600_000;
const NOW = 1_775_000_000_000;

const save = (store: Store, spans: readonly Span[]) =>
  store.transaction((writes) => writeSpans(writes, spans));

test('a second of a window is one row, two characters a request', () => {
  const drained = new Map([
    ['a', [NOW, NOW, NOW + 31, NOW + 32, NOW + 999, NOW + 1000]],
    ['b', [NOW + 5]],
  ]);
  assert.deepEqual(spansOf('n', drained), [
    { node: 'n', window_id: 'a', second: NOW, times: '00000v10v7' },
    { node: 'n', window_id: 'a', second: NOW + 1000, times: '00' },
    { node: 'n', window_id: 'b', second: NOW, times: '05' },
  ]);
});

test('rows tell the instants that they were made of', () => {
  const instants = fc.array(fc.integer({ min: NOW, max: NOW + 5000 }), { minLength: 1 });
  const sorted = instants.map((list) => list.sort((a, b) => a - b));
  const drained = fc.uniqueArray(fc.tuple(fc.string(), sorted), { selector: ([id]) => id });
  const property = fc.property(drained, (entries) => {
    const windows = new Map(entries);
    assert.deepEqual(instantsOf(spansOf('n', windows)), windows);
  });
  fc.assert(property, { seed: 20260401, numRuns: cases(100, 1000) });
});

onEachStore('a second that is saved in two parts holds both', async (kind, t) => {
  const store = await emptyStore(kind, t);
  await save(store, spansOf('n', new Map([['a', [NOW, NOW + 7]]])));
  await save(
    store,
    spansOf(
      'n',
      new Map([
        ['a', [NOW + 7, NOW + 999, NOW + 1000]],
        ['b', [NOW]],
      ]),
    ),
  );
  const rows = await readSpans(store.db, 'n', NOW);
  assert.equal(rows.length, 3);
  assert.deepEqual(
    instantsOf(rows),
    new Map([
      ['a', [NOW, NOW + 7, NOW + 7, NOW + 999, NOW + 1000]],
      ['b', [NOW]],
    ]),
  );
});

onEitherStore('a node reads its own rows, back to the second in which its time begins', async (kind, t) => {
  const store = await emptyStore(kind, t);
  const instants = [NOW - 1, NOW + 500, NOW + 1500, NOW + 2500];
  await save(store, spansOf('n', new Map([['a', instants]])));
  await save(store, spansOf('other', new Map([['a', [NOW + 1500]]])));
  const read = async (node: string, since: number) =>
    instantsOf(await readSpans(store.db, node, since)).get('a');
  assert.deepEqual(await read('n', NOW + 1700), [NOW + 1500, NOW + 2500]);
  assert.deepEqual(await read('n', NOW + 999), [NOW + 500, NOW + 1500, NOW + 2500]);
  assert.deepEqual(await read('other', NOW), [NOW + 1500]);
  assert.equal(await read('unheard of', 0), undefined);
});

onEitherStore('rows are forgotten once their whole second is past, on all nodes', async (kind, t) => {
  const store = await emptyStore(kind, t);
  for (const node of ['n', 'other']) {
    await save(store, spansOf(node, new Map([['a', [NOW + 999, NOW + 1000, NOW + 2000]]])));
  }
  await forgetSpans(store, NOW + 1999);
  for (const node of ['n', 'other']) {
    const left = instantsOf(await readSpans(store.db, node, 0)).get('a');
    assert.deepEqual(left, [NOW + 1000, NOW + 2000]);
  }
});

onEachStore('many windows are saved at once', async (kind, t) => {
  const store = await emptyStore(kind, t);
  const drained = new Map(Array.from({ length: 1234 }, (_, at) => [`w${at}`, [NOW + (at % 1000)]]));
  await save(store, spansOf('n', drained));
  const instants = instantsOf(await readSpans(store.db, 'n', NOW));
  assert.deepEqual([...instants].sort(), [...drained].sort());
});

onEitherStore('a restart does not refill the windows', async (kind, t) => {
  const store = await emptyStore(kind, t);
  const random = seededNumbers(502);
  const limits: Record<string, number> = { small: 3, middle: 40, large: 500, seldom: 5 };
  const ids = ['large', 'large', 'large', 'middle', 'small', 'small'];
  // One lives on, the other is started anew from the store again and again: they must answer alike.
  const enduring = new Windows({ widthMs: HOUR });
  let restarted = new Windows({ widthMs: HOUR });
  let [now, refused, failures] = [NOW, 0, 0];
  for (let second = 0; second < cases(150, 1500); second += 1) {
    for (let at = random(20); at > 0; at -= 1) {
      now += random(60);
      const id = random(50) === 0 ? 'seldom' : ids[random(ids.length)]!;
      const expected = enduring.of(id, limits[id]!).tryAccept(now);
      assert.equal(restarted.of(id, limits[id]!).tryAccept(now), expected);
      if (!expected) refused += 1;
    }
    const drained = restarted.drain();
    // A save that fails leaves nothing in the store, and its instants to the next.
    if (random(10) === 0) {
      restarted.undrain(drained);
      failures += 1;
      continue;
    }
    await save(store, spansOf('n', drained));
    now += random(3) === 0 ? random(90_000) : 0;
    if (random(10) > 0) continue;
    await forgetSpans(store, now - HOUR);
    restarted = new Windows({ widthMs: HOUR });
    restarted.restore(instantsOf(await readSpans(store.db, 'n', now - HOUR)), now);
    for (const id of Object.keys(limits)) {
      const [lived, begun] = [enduring.of(id, limits[id]!), restarted.of(id, limits[id]!)];
      assert.equal(begun.canAccept(now), lived.canAccept(now), id);
      assert.equal(begun.remaining, lived.remaining, id);
      assert.equal(begun.resetAt, lived.resetAt, id);
      assert.equal(begun.retryAt, lived.retryAt, id);
    }
  }
  assert.ok(refused > 50 && failures > 5, `${refused} refused, ${failures} saves failed`);
});

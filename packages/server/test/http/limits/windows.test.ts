import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cases, seededNumbers } from '../../../../../test/support/counts.ts';
import { Windows } from '../../../src/http/limits/memory/windows.ts';
import { ReferenceWindow } from './reference-window.ts';

const MINUTE = 60_000;
const NOW = 1_775_000_000_000;

test('each id has a window of its own, and finds it again', () => {
  const windows = new Windows({ widthMs: MINUTE });
  assert.ok(windows.of('a', 1).tryAccept(NOW));
  assert.equal(windows.of('a', 1).tryAccept(NOW), false);
  assert.ok(windows.of('b', 1).tryAccept(NOW));
  assert.equal(windows.size, 2);
});

test('a limit that was changed holds from the next request on', () => {
  const windows = new Windows({ widthMs: MINUTE });
  assert.ok(windows.of('a', 1).tryAccept(NOW));
  assert.ok(windows.of('a', 2).tryAccept(NOW));
  assert.equal(windows.of('a', 1).remaining, 0);
});

test('sweeps change no answer, however many windows they forget', () => {
  const random = seededNumbers(501);
  const windows = new Windows({ widthMs: 1000 });
  const references = new Map<string, ReferenceWindow>();
  let now = NOW;
  let swept = 0;
  for (let at = 0; at < cases(5_000, 50_000); at += 1) {
    now += random(20) === 0 ? random(900) : random(20);
    const id = `client ${random(12) ** 2}`;
    const reference = references.get(id) ?? new ReferenceWindow(3, 1000);
    references.set(id, reference);
    reference.accepted = reference.counting;
    const expected = reference.ask(now);
    if (expected) reference.record(now);
    assert.equal(windows.of(id, 3).tryAccept(now), expected);
    if (random(5) === 0) swept += windows.sweep(now, 1 + random(5));
  }
  assert.ok(swept > 100);
});

test('a million clients that came once do not stay', () => {
  const windows = new Windows({ widthMs: MINUTE, most: 200_000 });
  const empty = windows.memoryBytes;
  for (let client = 0; client < 1_000_000; client += 1) {
    windows.of(String(client), 60).tryAccept(NOW);
    assert.ok(windows.size <= 200_000);
  }
  assert.ok(windows.memoryBytes < 100_000_000, `${windows.memoryBytes} bytes`);
  assert.equal(windows.sweep(NOW + MINUTE - 1), 0, 'none is empty yet');
  let sweeps = 0;
  while (windows.size > 0) {
    assert.ok(windows.sweep(NOW + MINUTE) > 0);
    sweeps += 1;
  }
  assert.ok(sweeps <= 60, 'a minute of sweeps, a second apart');
  assert.equal(windows.memoryBytes, empty);
});

test('where there are too many, the least recently used is forgotten', () => {
  const windows = new Windows({ widthMs: MINUTE, most: 3 });
  const askAll = (...ids: string[]) => ids.map((id) => windows.of(id, 1).tryAccept(NOW));
  askAll('a', 'b', 'c');
  assert.deepEqual(askAll('a'), [false]);
  assert.deepEqual(askAll('d'), [true], 'b gives way');
  assert.deepEqual(askAll('a', 'c', 'd'), [false, false, false]);
  assert.deepEqual(askAll('b'), [true]);
  assert.equal(windows.size, 3);
});

test('what rings take is accounted for, and given back', () => {
  const windows = new Windows({ widthMs: MINUTE, most: 2 });
  const fill = (id: string) => {
    for (let at = 0; at < 1000; at += 1) windows.of(id, 1000).tryAccept(NOW);
  };
  fill('a');
  const one = windows.memoryBytes;
  assert.ok(one > 4 * 999 && one < 8 * 1000);
  fill('b');
  fill('c');
  assert.equal(windows.memoryBytes, 2 * one);
  windows.sweep(NOW + MINUTE);
  assert.equal(windows.memoryBytes, 0);
});

test('a drain brings each accepted request once, and one that could not be saved again', () => {
  const windows = new Windows({ widthMs: MINUTE });
  for (const id of ['a', 'b', 'c']) windows.of(id, 2).tryAccept(NOW);
  windows.of('b', 2).tryAccept(NOW + 1);
  windows.of('b', 2).tryAccept(NOW + 2);
  const first = windows.drain();
  const expected: [string, number[]][] = [
    ['a', [NOW]],
    ['b', [NOW, NOW + 1]],
    ['c', [NOW]],
  ];
  assert.deepEqual([...first].sort(), expected);
  assert.deepEqual(windows.drain(), new Map());
  windows.of('a', 2).tryAccept(NOW + 3);
  assert.deepEqual(windows.drain(), new Map([['a', [NOW + 3]]]));

  windows.undrain(new Map([['a', [NOW + 3]]]));
  windows.of('c', 2).tryAccept(NOW + 4);
  assert.deepEqual([...windows.drain()].sort(), [
    ['a', [NOW + 3]],
    ['c', [NOW + 4]],
  ]);
  assert.deepEqual(windows.drain(), new Map());
});

test('windows that begin with what others drained answer as those would have', () => {
  const before = new Windows({ widthMs: MINUTE });
  for (let at = 0; at < 5; at += 1) before.of('a', 5).tryAccept(NOW + at);
  before.of('b', 5).tryAccept(NOW);
  const after = new Windows({ widthMs: MINUTE });
  after.restore(before.drain(), NOW + 10);
  assert.equal(after.of('a', 5).tryAccept(NOW + 11), false);
  assert.equal(after.of('a', 5).retryAt, NOW + MINUTE);
  assert.ok(after.of('b', 5).tryAccept(NOW + 11));
  assert.equal(after.of('b', 5).remaining, 3);
  assert.deepEqual(after.drain(), new Map([['b', [NOW + 11]]]), 'what was saved is not saved again');
});

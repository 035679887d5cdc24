// Labels of the map find places where they can be read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Box, leaderOf, overlaps, placeLabels } from '../../src/charts/label-places.ts';
import { findingOfMap, type MapMark, mapDrawing, yieldAxis } from '../../src/charts/yield-map.ts';

/** The same numbers every time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const FRAMES = [
  { width: 1024, height: 528 },
  { width: 358, height: 440 },
];

test('no label lies on another one, on another mark or outside the plot, and no leader crosses one', () => {
  for (const frame of FRAMES) {
    for (let seed = 1; seed <= 25; seed += 1) {
      const next = numbers(seed);
      const labels = Array.from({ length: 1 + Math.floor(next() * 60) }, () => {
        const left = next() * (frame.width - 8);
        const top = next() * (frame.height - 6);
        const right = Math.min(frame.width, left + 8 + next() * 200);
        return { mark: { left, right, top, bottom: top + 6 }, width: 40 + next() * 150 };
      });
      const places = placeLabels(labels, frame);
      const boxes = places.map((place) => place?.box).filter((box): box is Box => box !== undefined);
      for (const [at, box] of boxes.entries()) {
        assert.ok(box.left >= 0 && box.right <= frame.width && box.top >= 0 && box.bottom <= frame.height);
        for (const other of boxes.slice(at + 1)) assert.ok(!overlaps(box, other), `seed ${seed}`);
      }
      for (const [at, place] of places.entries())
        for (const [other, { mark }] of labels.entries())
          assert.ok(place === null || other === at || !overlaps(place.box, mark), `seed ${seed}`);
      for (const place of places) {
        if (!place?.leader) continue;
        const { from, to } = leaderOf(place.box, place.leader);
        for (let share = 0; share <= 1; share += 0.01) {
          const [x, y] = [from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)];
          const isIn = ({ left, right, top, bottom }: Box) => left < x && x < right && top < y && y < bottom;
          assert.ok(!boxes.some(isIn), `seed ${seed}`);
        }
      }
    }
  }
});

test('a label stands right of its mark, else above it, else further away with a leader', () => {
  const plot = { width: 400, height: 200 };
  const own = { left: 100, right: 160, top: 97, bottom: 103 };
  const beside = (...kept: Box[]) => placeLabels([{ mark: own, width: 100 }], plot, kept)[0]!;
  assert.deepEqual(beside(), { box: { left: 168, right: 268, top: 92, bottom: 108 }, leader: null });
  const atRight = { left: 170, right: 390, top: 94, bottom: 112 };
  assert.equal(beside(atRight).box.bottom, 95);
  const around = [
    atRight,
    { left: 0, right: 90, top: 60, bottom: 140 },
    { left: 90, right: 162, top: 70, bottom: 96 },
    { left: 90, right: 162, top: 104, bottom: 140 },
  ];
  assert.notEqual(beside(...around).leader, null);
});

test('a label that finds no place because of others chooses before them', () => {
  const plot = { width: 400, height: 54 };
  // The first label could stand right of its mark, which is the only place of the second one.
  const labels = [
    { mark: { left: 100, right: 110, top: 24, bottom: 30 }, width: 80 },
    { mark: { left: 112, right: 120, top: 24, bottom: 30 }, width: 270 },
  ];
  const taken = [{ left: 0, right: 90, top: 0, bottom: 54 }];
  assert.deepEqual(
    placeLabels(labels, plot, taken).map((place) => place !== null),
    [true, true],
  );
});

test('small marks in a row are all labelled, and no leader meets another one', () => {
  const labels = [40, 60, 80, 100, 120].map((left) => ({
    mark: { left, right: left + 8, top: 97, bottom: 103 },
    width: 120,
  }));
  const places = placeLabels(labels, { width: 600, height: 200 });
  assert.ok(places.every((place) => place !== null));
  const lines = places.flatMap((place) => (place?.leader ? [leaderOf(place.box, place.leader)] : []));
  assert.ok(lines.length > 0);
  for (const [at, one] of lines.entries())
    for (const other of lines.slice(at + 1)) assert.ok(!meetAtAll(one, other));
});

/** By many points of one and the sides of the other on which they lie. */
function meetAtAll(one: ReturnType<typeof leaderOf>, other: ReturnType<typeof leaderOf>): boolean {
  const sideOf = (x: number, y: number) =>
    Math.sign(
      (other.to.x - other.from.x) * (y - other.from.y) - (other.to.y - other.from.y) * (x - other.from.x),
    );
  const [least, most] = [Math.min(other.from.x, other.to.x), Math.max(other.from.x, other.to.x)];
  let side = 0;
  for (let share = 0; share <= 1; share += 0.001) {
    const x = one.from.x + share * (one.to.x - one.from.x);
    const now = sideOf(x, one.from.y + share * (one.to.y - one.from.y));
    if (side !== 0 && now !== 0 && now !== side && x > least && x < most) return true;
    if (now !== 0) side = now;
  }
  return false;
}

const mark = (score: number, yieldMin: number, yieldMax: number): MapMark => ({
  ...{ slug: `s${score}`, name: `Name ${score}`, score, yieldMin, yieldMax },
  band: 'MEDIUM',
  isStale: false,
});

test('the title states a finding only if the figures bear it out', () => {
  const marks = [mark(9100, 0, 0), mark(8900, 3, 3.5), mark(7800, 5, 6.7), mark(7000, 2, 4)];
  const paying = [mark(6126, 7, 11.5), mark(5852, 10, 11), mark(3999, 14, 18)];
  assert.equal(
    findingOfMap([...marks, ...paying]),
    'No provider that pays more than 7 % a year scores above 61.26',
  );
  const finding = findingOfMap([...marks, ...paying])!;
  const [, threshold, best] = /more than (\d+) % a year scores above ([\d.]+)$/.exec(finding)!;
  const all = [...marks, ...paying];
  assert.ok(all.every(({ yieldMax, score }) => yieldMax <= Number(threshold) || score / 100 <= Number(best)));
  // A safe provider that pays the most says the opposite.
  assert.equal(findingOfMap([...marks, ...paying, mark(9900, 18, 19)]), null);
  assert.equal(findingOfMap([mark(5000, 1, 9)]), null);
});

test('the axis ends at the next 5 above the highest yield, and has few lines', () => {
  assert.deepEqual(yieldAxis([{ yieldMin: 0, yieldMax: 18 }]), {
    min: 0,
    max: 20,
    ticks: [0, 5, 10, 15, 20],
  });
  assert.deepEqual(yieldAxis([{ yieldMin: -1, yieldMax: 5 }]), { min: -5, max: 10, ticks: [-5, 0, 5, 10] });
  assert.ok(yieldAxis([{ yieldMin: 0, yieldMax: 930 }]).ticks.length <= 7);
});

test('10,000 providers are few elements', () => {
  const next = numbers(7);
  const many = Array.from({ length: 10_000 }, () =>
    mark(Math.floor(next() * 10_000), next() * 5, 5 + next() * 20),
  );
  const count = (drawings: ReturnType<typeof mapDrawing>): number =>
    drawings.reduce(
      (sum, one) => sum + 1 + count(one.children.filter((child) => typeof child !== 'string')),
      0,
    );
  assert.ok(count(mapDrawing(many, FRAMES[0]!)) < 40);
});

// What charts draw and the words beside them say the same.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Drawing } from '../../src/charts/drawing.ts';
import { ageShown } from '../../src/charts/evidence-age.ts';
import { historyDrawing } from '../../src/charts/history.ts';
import { outlookDrawing } from '../../src/charts/outlook.ts';
import { runwayDrawing } from '../../src/charts/runway.ts';
import { findingOf } from '../../src/charts/waterfall-steps.ts';

const DAY = 86_400_000;
const PERIOD = { since: 0, until: 100 * DAY };
const step = (from: number, until: number | null, finalScore: number) => ({
  from: from * DAY,
  until: until === null ? null : until * DAY,
  finalScore,
  riskBand: 'LOW',
  isStale: false,
});
const areasOf = (drawings: readonly Drawing[]) =>
  drawings
    .filter(({ attributes }) => String(attributes.class).startsWith('area'))
    .map(({ attributes: { x, width } }) => `${x} ${width}`);

test('bands are tinted only while something was served', () => {
  const withdrawn = historyDrawing({ steps: [step(10, 40, 9000)], marks: [], period: PERIOD });
  assert.deepEqual([...new Set(areasOf(withdrawn.plot))], ['10% 30%']);
  const again = historyDrawing({
    steps: [step(10, 20, 9000), step(20, 40, 8000), step(60, null, 7000)],
    marks: [],
    period: PERIOD,
  });
  assert.deepEqual([...new Set(areasOf(again.plot))], ['10% 30%', '60% 40%']);
});

test('the scale of a history has figures', () => {
  const { names } = historyDrawing({ steps: [step(0, null, 9000)], marks: [], period: PERIOD });
  const texts = names.flatMap(({ children }) => children).filter((child) => typeof child === 'string');
  for (const figure of ['0', '40', '60', '80', '100']) assert.ok(texts.includes(figure), figure);
});

test('a figure that is wider than its line on phones, and would lie on a step there, is left out there', () => {
  const figures = (...steps: ReturnType<typeof step>[]) =>
    historyDrawing({ steps, marks: [], period: PERIOD })
      .plot.filter(({ name }) => name === 'text')
      .map(({ attributes, children }) => `${children[0]} ${attributes.class ?? 'everywhere'}`);
  // Below its line, which the next step leaves downwards.
  assert.deepEqual(figures(step(0, 50, 9000), step(50, 66, 2000), step(66, null, 500)), [
    '90.00 everywhere',
    '20.00 not-narrow',
    '5.00 everywhere',
  ]);
  assert.equal(figures(step(0, 50, 9000), step(50, 70, 2000), step(70, null, 500))[1], '20.00 not-narrowest');
  assert.equal(figures(step(0, 50, 9000), step(50, 75, 2000), step(75, null, 500))[1], '20.00 everywhere');
  // Left of the end, above its line, to which a step comes down.
  assert.deepEqual(figures(step(0, 90, 2000), step(90, null, 500)).at(-1), '5.00 not-narrow');
  // The next step leaves upwards, away from the figure.
  assert.deepEqual(
    figures(step(0, 50, 9000), step(50, 66, 2000), step(66, null, 5000))[1],
    '20.00 everywhere',
  );
});

test('an outlook ends where its evidence ends; the dashed line with gates checked goes on', () => {
  const scored = (from: number, until: number, finalScore: number) => ({
    ...step(from, until, finalScore),
    until: until * DAY,
  });
  const given = {
    steps: [scored(0, 10, 9000), scored(10, 20, 8950)],
    renewed: [scored(0, 10, 9000), scored(10, 100, 5000)],
    period: PERIOD,
  };
  const lapsing = outlookDrawing({ ...given, lapse: { from: 20 * DAY, until: 34 * DAY } });
  assert.deepEqual([...new Set(areasOf(lapsing.plot))], ['0% 20%']);
  const lines = lapsing.plot.flatMap(({ children }) =>
    children.flatMap((child) =>
      typeof child === 'object' && child.name === 'path' ? [child.attributes] : [],
    ),
  );
  assert.deepEqual(
    lines.map(({ class: name, d }) => [name, String(d).slice(-6)]),
    [
      ['line', '0H2000'],
      ['line renewed', 'H10000'],
    ],
  );
  const texts = ({ plot, lane }: typeof lapsing) =>
    [...plot, ...lane].flatMap(({ name, children }) => (name === 'text' ? children : []));
  assert.deepEqual(texts(lapsing), ['89.50', '50.00', 'stale, then withdrawn']);
  // Without a lapse, the lines end together.
  const lasting = outlookDrawing({ ...given, steps: given.renewed, lapse: null });
  assert.deepEqual(texts(lasting), ['50.00', 'No other events']);
});

test('a runway rises with each day on which more indicators are stale', () => {
  const { plot } = runwayDrawing({
    steps: [
      { from: 0, stale: 1 },
      { from: 25 * DAY, stale: 3 },
      { from: 50 * DAY, stale: 4 },
    ],
    indicators: 4,
    period: PERIOD,
  });
  const [area, line] = plot[0]!.children as Drawing[];
  assert.equal(line!.attributes.d, 'M0 7500H2500V2500H5000V0H10000');
  assert.equal(area!.attributes.d, `${line!.attributes.d}V10000H0Z`);
});

test('the finding of a waterfall says which share of the points is lost in the worst module', () => {
  const module = (label: string, lost: number) => ({
    ...{ label, lost, from: 0, to: 0, isUnproved: false, criteria: [] },
  });
  const modules = [module('Backing', 350), module('Liquidity', 330), module('Governance', 320)];
  assert.equal(
    findingOf({ modules, lost: 1000, cap: null, final: 9000 }),
    '10.00 points are lost, 35 % of them in backing',
  );
  assert.equal(
    findingOf({ modules: [module('Backing', 350)], lost: 350, cap: null, final: 9650 }),
    '3.50 points are lost, all of them in backing',
  );
});

test('the bar of an age is as full as the figures beside it say', () => {
  assert.deepEqual(ageShown(390, 400), { kind: 'full', width: 2, words: '390 of 400 days' });
  assert.deepEqual(ageShown(0, 45), { kind: 'full', width: 96, words: '0 of 45 days' });
  assert.deepEqual(ageShown(600, 400), { kind: 'part', width: 48, words: '600 days, in part until 800' });
  assert.deepEqual(ageShown(900, 400), { kind: 'part', width: 0, words: '900 days, expired at 800' });
});

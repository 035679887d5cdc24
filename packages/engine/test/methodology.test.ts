// The shipped framework, and comparisons of frameworks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameworkVersion, methodologyDifferences, methodologyProblems } from '@rf-indicators/engine';
import { frameworkDocument } from './support/framework.ts';

test('the shipped framework is valid: 8 modules, 32 criteria, 12 hard rules, 4 bands', () => {
  const document = frameworkDocument();
  assert.deepEqual(methodologyProblems(document), []);
  assert.equal(frameworkVersion(document), 'RF Framework v1.0');
  assert.equal(document.effective_from, '2026-04-01');
  const { modules, criteria, hard_rules, bands } = document;
  assert.deepEqual([modules.length, criteria.length, hard_rules.length, bands.length], [8, 32, 12, 4]);
});

test('a comparison reports changes by id, and a changed order once', () => {
  const before = frameworkDocument();
  const after = frameworkDocument();
  after.criteria[0]!.weight = 25;
  after.criteria[1]!.weight = 30;
  after.bands[0]![1] = '81.00';
  after.hard_rules.pop();
  assert.deepEqual(
    methodologyDifferences(before, after).map(({ place, before: was, after: is }) => [
      place,
      was,
      is?.length ?? null,
    ]),
    [
      ['criteria/reserve_coverage/weight', '30', 2],
      ['criteria/reserve_quality/weight', '25', 2],
      ['bands/LOW', '"80.00"', 7],
      ['hard_rules/HR12', methodologyDifferences(before, after)[3]!.before, null],
    ],
  );
  const swapped = frameworkDocument();
  swapped.flags.reverse();
  assert.equal(methodologyDifferences(before, swapped).length, 1);
  assert.deepEqual(methodologyDifferences(before, frameworkDocument()), []);
});

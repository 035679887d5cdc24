// Dates are written and read in one form, whatever the language of the computer.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  dayAfterKey,
  inMonth,
  readDate,
  weeksOf,
  writtenDate,
  writtenMonth,
} from '../src/ui/dates/civil-dates.ts';

test('a date is written as 22 Jul 2026, and read in that form and as data has it', () => {
  assert.equal(writtenDate('2026-07-22'), '22 Jul 2026');
  assert.equal(writtenDate(Date.parse('2026-07-22T23:59:59Z')), '22 Jul 2026');
  assert.equal(writtenMonth('2026-07'), 'July 2026');
  for (const text of ['22 Jul 2026', ' 22 july 2026', '22 JUL. 2026', '2026-07-22', '22. Jul 2026'])
    assert.equal(readDate(text), '2026-07-22', text);
  for (const text of [
    '',
    '31 Feb 2026',
    '22/07/2026',
    '07/22/2026',
    '22 Jul',
    '0 Jan 2026',
    '2026-13-01',
    '22 xyz 2026',
  ])
    assert.equal(readDate(text), null, text);
});

test('the keys of a calendar lead to the day that readers expect', () => {
  const after = (key: string) => dayAfterKey('2026-03-31', key);
  assert.deepEqual(
    ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'x'].map(after),
    [
      ...['2026-03-30', '2026-04-01', '2026-03-24', '2026-04-07', '2026-03-30', '2026-04-05'],
      ...['2026-02-28', '2026-04-30', null],
    ],
  );
  assert.equal(inMonth('2026-12-15', 1), '2027-01-15');
  assert.deepEqual(weeksOf('2026-02')[0], [null, null, null, null, null, null, '2026-02-01']);
});

/** Each would write dates in the language of the computer. */
const OTHER_FORMS =
  /toLocale(?:Date|Time)?String\(|Intl\.DateTimeFormat(?!\(\)\.resolvedOptions\(\)\.timeZone)|type=["']date["']|type: 'date', name/;

test('no page writes dates in another way', () => {
  const found = ['packages/web/src', 'packages/server/src/rendering', 'packages/server/src/pages'].flatMap(
    (folder) => {
      const root = new URL(`../../../${folder}/`, import.meta.url);
      return readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name))
        .filter((name) => OTHER_FORMS.test(readFileSync(new URL(name, root), 'utf8')));
    },
  );
  assert.deepEqual(found, []);
});

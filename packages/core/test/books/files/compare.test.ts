// A second upload against the book as it is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BookPosition } from '@rf-indicators/core/books/contents';
import { comparePositions } from '@rf-indicators/core/books/files/compare';
import { idFromName } from '@rf-indicators/core/books/files/position';
import fc from 'fast-check';

function position(name: string, given: Partial<BookPosition> = {}): BookPosition {
  const base = { name, currency: 'EUR', group: null, ...given };
  const amounts = { gross: null, collateral: null, net: '1' };
  return { id: idFromName(base), provider: null, ...amounts, maturity: null, note: null, tags: [], ...base };
}

test('positions are matched by reference, and each changed field is shown', () => {
  const before = [
    position('A', { id: 'r1', net: '5' }),
    position('B', { id: 'r2' }),
    position('C', { id: 'r3' }),
  ];
  const after = [
    position('C', { id: 'r3', net: '1.00', tags: [] }),
    position('A Ltd', { id: 'r1', net: '6', maturity: '2027-01-01', provider: 'p' }),
    position('D', { id: 'r4' }),
  ];
  const { added, removed, changed, unchanged } = comparePositions(before, after);
  assert.deepEqual([added, removed, unchanged], [[after[2]], [before[1]], 1]);
  assert.deepEqual(changed, [
    {
      before: before[0],
      after: after[1],
      fields: [
        { field: 'name', from: 'A', to: 'A Ltd' },
        { field: 'provider', from: null, to: 'p' },
        { field: 'net', from: '5', to: '6' },
        { field: 'maturity', from: null, to: '2027-01-01' },
      ],
    },
  ]);
});

test('without references, name, currency and group decide, also if references are new', () => {
  const before = [
    position('Bank A'),
    position('Bank A', { group: 'G' }),
    position('Bank A', { currency: 'USD' }),
  ];
  const after = [position('BANK  A', { net: '2' }), position('Bank A', { id: 'new-7', group: 'g' })];
  const { added, removed, changed } = comparePositions(before, after);
  assert.deepEqual([added, removed], [[], [before[2]]]);
  assert.deepEqual(
    changed.map(({ fields }) => fields.map(({ field, from, to }) => [field, from, to])),
    [
      [
        ['name', 'Bank A', 'BANK  A'],
        ['net', '1', '2'],
      ],
      [
        ['id', 'bank a / eur / g', 'new-7'],
        ['group', 'G', 'g'],
      ],
    ],
  );
});

test('two different references of one name are two positions', () => {
  const [before, after] = [[position('A', { id: 'r1' })], [position('A', { id: 'r2' })]];
  assert.deepEqual(comparePositions(before, after), {
    added: after,
    removed: before,
    changed: [],
    unchanged: 0,
  });
});

test('tags have no order, and a book compared with itself is unchanged', () => {
  const [before, after] = [position('A', { tags: ['x', 'y'] }), position('A', { tags: ['y', 'x'] })];
  assert.equal(comparePositions([before], [after]).unchanged, 1);
  assert.equal(comparePositions([after], [before]).unchanged, 1);
  assert.equal(
    comparePositions([before], [position('A', { tags: ['x'] })]).changed[0]?.fields[0]?.field,
    'tags',
  );
});

test('every position is added, removed, changed or unchanged, once', () => {
  const positions = fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('A', 'a', 'B'),
      id: fc.constantFrom('r1', 'r2', 'a / eur', 'a / eur (2)'),
      net: fc.constantFrom('1', '2'),
    }),
    { selector: ({ id }) => id, maxLength: 4 },
  );
  fc.assert(
    fc.property(positions, positions, (first, second) => {
      const [before, after] = [first, second].map((list) =>
        list.map((given) => position(given.name, given)),
      ) as [BookPosition[], BookPosition[]];
      const { added, removed, changed, unchanged } = comparePositions(before, after);
      const pairs = changed.length + unchanged;
      assert.deepEqual([added.length + pairs, removed.length + pairs], [after.length, before.length]);
    }),
  );
});

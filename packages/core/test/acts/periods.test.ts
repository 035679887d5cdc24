// Lists of acts that take a period: one that ends before it begins is refused, at its place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkedInput } from '../../src/acts/check-input.ts';
import { Refusal } from '../../src/context/refusal.ts';

function detailsOf(check: () => void) {
  try {
    check();
    return null;
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error.details;
  }
}

test('a period that ends before it begins is refused', () => {
  const at = (second: number) => `2026-05-01T00:00:0${second}Z`;
  const audit = (from: string, to: string) => detailsOf(() => checkedInput('audit.list', { from, to }));
  assert.deepEqual(audit(at(2), at(1)), [{ place: '/from', code: 'after_to', message: 'is after to' }]);
  assert.equal(audit(at(1), at(1)), null);
  const notices = detailsOf(() => checkedInput('notices.list', { since: at(2), until: at(1) }));
  assert.deepEqual(notices, [{ place: '/since', code: 'after_until', message: 'is after until' }]);
  // Instants are compared, not their texts.
  assert.equal(audit('2026-05-01T02:00:00+02:00', '2026-05-01T00:00:00.5Z'), null);
  assert.equal(audit('2026-05-01T00:00:00Z', '2026-05-01T00:00:00.001Z'), null);
  const days = { from: '2026-05-02', to: '2026-05-01' };
  const calendar = detailsOf(() => checkedInput('due.calendar', days as never));
  assert.deepEqual(calendar, [{ place: '/from', code: 'after_to', message: 'is after to' }]);
});

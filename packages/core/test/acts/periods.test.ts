// Lists of acts that take a period: one that ends before it begins is refused, at its place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireValidInput } from '../../src/acts/check-input.ts';
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
  const audit = (from: number, to: number) => detailsOf(() => requireValidInput('audit.list', { from, to }));
  assert.deepEqual(audit(2, 1), [{ place: '/from', code: 'after_to', message: 'is after to' }]);
  assert.equal(audit(1, 1), null);
  const notices = detailsOf(() => requireValidInput('notices.list', { since: 2, until: 1 }));
  assert.deepEqual(notices, [{ place: '/since', code: 'after_until', message: 'is after until' }]);
  const days = { from: '2026-05-02', to: '2026-05-01' };
  const calendar = detailsOf(() => requireValidInput('due.calendar', days as never));
  assert.deepEqual(calendar, [{ place: '/from', code: 'after_to', message: 'is after to' }]);
});

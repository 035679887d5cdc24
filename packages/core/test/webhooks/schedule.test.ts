import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  healthAfterFailure,
  healthAfterSuccess,
  parseRetryAfter,
  RETRY_DELAYS_MS,
  retryDelay,
} from '@rf-indicators/core/webhooks/schedule';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const plain = { code: 500, retryAfterMs: null };

test('the delays are these, up to a fifth more or less, and after the tenth try there is none', () => {
  const delays = [
    5000,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
  ];
  assert.deepEqual(RETRY_DELAYS_MS, delays);
  for (const [tries, delay] of delays.entries()) {
    assert.equal(
      retryDelay(tries, plain, () => 0.5),
      delay,
    );
    assert.equal(
      retryDelay(tries, plain, () => 0),
      delay * 0.8,
    );
    assert.ok(retryDelay(tries, plain, () => 1 - 2 ** -53)! <= delay * 1.2);
  }
  assert.equal(
    retryDelay(9, plain, () => 0.5),
    null,
  );
});

test('a receiver can ask for more time, up to a day, and not for less', () => {
  const asking = (retryAfterMs: number) => ({ code: 503, retryAfterMs });
  assert.equal(
    retryDelay(0, asking(60_000), () => 0.5),
    60_000,
  );
  assert.equal(
    retryDelay(3, asking(1000), () => 0.5),
    2 * HOUR,
  );
  assert.equal(
    retryDelay(0, asking(400 * DAY), () => 0.5),
    DAY,
  );
  assert.equal(
    retryDelay(9, asking(1000), () => 0.5),
    null,
  );
});

test('Retry-After is seconds or a date', () => {
  const now = Date.parse('2026-04-01T09:00:00Z');
  assert.equal(parseRetryAfter('120', now), 120_000);
  assert.equal(parseRetryAfter('Wed, 01 Apr 2026 09:00:30 GMT', now), 30_000);
  assert.equal(parseRetryAfter('Wed, 01 Apr 2026 08:00:00 GMT', now), 0);
  for (const nothing of [undefined, '', 'soon', '-5', '1.5', '2026-04-01', '12 h']) {
    assert.equal(parseRetryAfter(nothing, now), null, nothing);
  }
});

test('an endpoint is disabled by 410, and by the first failure five days after the first since a success', () => {
  const well = { failingSince: null, disabledBecause: null };
  const failing = healthAfterFailure(well, 500, 1000);
  assert.deepEqual(failing, { failingSince: 1000, disabledBecause: null });
  assert.deepEqual(healthAfterFailure(failing, null, 1000 + 5 * DAY - 1), failing);
  assert.deepEqual(healthAfterFailure(failing, 500, 1000 + 5 * DAY), {
    failingSince: 1000,
    disabledBecause: 'failing',
  });
  assert.deepEqual(healthAfterSuccess(failing), well);
  assert.deepEqual(healthAfterFailure(well, 410, 7), { failingSince: 7, disabledBecause: 'gone' });
  const off = { failingSince: 1, disabledBecause: 'member' } as const;
  assert.deepEqual(healthAfterFailure(off, 410, 9 * DAY), off);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { steadyClock } from '../../src/service/steady-clock.ts';

test('the clock follows a machine that slept, and never runs backwards', () => {
  const machine = { wall: 1_000_000, steady: 50 };
  const { clock, catchUp } = steadyClock({ wall: () => machine.wall, steady: () => machine.steady });
  const pass = (ms: number, wallMs = ms) => {
    machine.steady += ms;
    machine.wall += wallMs;
    catchUp();
  };
  assert.equal(clock(), 1_000_000);
  pass(1000, 1002);
  assert.equal(clock(), 1_001_000, 'small differences are no reason to jump');
  pass(1000, 3_601_000);
  assert.equal(clock(), machine.wall, 'an hour of sleep');
  const before = clock();
  pass(1000, -5_000_000);
  assert.equal(clock(), before + 1000, 'set back by somebody');
});

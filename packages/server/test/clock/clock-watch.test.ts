// What a process makes of a wall clock that jumps, with clocks that the test moves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ClockWatch, clockToSave, type SavedClock } from '../../src/clock/clock-watch.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEADY_MS = 10 * MINUTE;
const START = Date.parse('2026-10-01T12:00:00Z');

/** A machine that was booted an hour ago. */
function machine() {
  const state = { wall: START, monotonic: 5_000, boot: HOUR };
  let pauses: number[] = [];
  const pass = (ms: number) => {
    state.wall += ms;
    state.monotonic += ms;
    state.boot += ms;
  };
  const read = (clock: keyof typeof state) => () => {
    const time = state[clock];
    pass(pauses.shift() ?? 0);
    return time;
  };
  const clocks = { wall: read('wall'), monotonic: read('monotonic'), boot: read('boot') };
  return {
    state,
    watch: (saved: SavedClock | null = null) => new ClockWatch(saved, STEADY_MS, clocks),
    save: (watch: ClockWatch) => clockToSave(watch.shared, clocks),
    pass,
    /** Seconds pass, with a look after each. */
    run(watch: ClockWatch, ms: number): number {
      let moved = 0;
      for (let left = ms; left > 0; left -= 1000) {
        pass(Math.min(1000, left));
        moved += watch.look();
      }
      return moved;
    },
    set: (ms: number) => {
      state.wall += ms;
    },
    /** The next reads of clocks are followed by these pauses. */
    pauseAfterReads: (...ms: number[]) => {
      pauses = ms;
    },
    sleep: (ms: number) => {
      state.wall += ms;
      state.boot += ms;
    },
    restart: () => {
      state.monotonic = 100_000;
    },
  };
}

test('a thread that has to wait between two reads of clocks does not see a jump', () => {
  for (const pauses of [[3000], [0, 3000], [0, 0, 3000], [0, 0, 0, 3000], [3000, 0, 3000, 3000, 0, 3000]]) {
    const { state, watch: start, run, pauseAfterReads } = machine();
    pauseAfterReads(...pauses);
    const watch = start();
    assert.ok(Math.abs(watch.shared.now() - state.wall) <= 1, `${pauses}: at the start`);
    run(watch, MINUTE);
    pauseAfterReads(...pauses);
    assert.equal(watch.look(), 0);
    assert.ok(watch.shared.isSteady, String(pauses));
    assert.ok(Math.abs(watch.shared.now() - state.wall) <= 1, `${pauses}: later`);
  }
});

for (const jump of [HOUR, -HOUR, 5 * DAY, -5 * DAY, 2100, -2100]) {
  test(`a jump of ${jump} ms is followed only when the clock has run steadily for ten minutes`, () => {
    const { state, watch: start, run, set } = machine();
    const watch = start();
    run(watch, MINUTE);
    assert.ok(watch.shared.isSteady);
    const before = watch.shared.now();
    set(jump);
    assert.equal(watch.look(), 0);
    assert.equal(watch.shared.isSteady, false);
    assert.equal(watch.shared.now(), before, 'the time of the process goes on');
    assert.equal(run(watch, STEADY_MS - 1000), 0);
    assert.equal(watch.shared.isSteady, false);
    assert.equal(Math.round(run(watch, 2000)), jump, 'it says by how much it moved');
    assert.equal(watch.shared.isSteady, true);
    assert.ok(Math.abs(watch.shared.now() - state.wall) < 1);
  });
}

for (const jump of [5 * DAY, -5 * DAY]) {
  test(`after ten minutes no thread relies on the time before it has moved by ${jump} ms`, () => {
    const { state, watch: start, run, set, pass } = machine();
    const watch = start();
    set(jump);
    watch.look();
    run(watch, STEADY_MS - 500);
    // The ten minutes end, and the next look comes later.
    pass(900);
    assert.equal(watch.shared.isSteady, false);
    watch.look();
    assert.equal(watch.shared.isSteady, true);
    assert.ok(Math.abs(watch.shared.now() - state.wall) < 1);
  });
}

test('a jump that another thread notes at the last moment is not forgotten', () => {
  const { watch: start, run, set } = machine();
  const watch = start();
  set(HOUR);
  run(watch, STEADY_MS);
  watch.shared.noteJump();
  run(watch, STEADY_MS - 1000);
  assert.equal(watch.shared.isSteady, false);
  run(watch, 1000);
  assert.equal(watch.shared.isSteady, true);
});

test('a clock that is set right again changes nothing, and the ten minutes begin again', () => {
  const { state, watch: start, run, set } = machine();
  const watch = start();
  set(5 * DAY);
  run(watch, 9 * MINUTE);
  set(-5 * DAY);
  assert.equal(run(watch, 9 * MINUTE), 0);
  assert.equal(watch.shared.isSteady, false);
  assert.equal(run(watch, 2 * MINUTE), 0);
  assert.equal(watch.shared.isSteady, true);
  assert.ok(Math.abs(watch.shared.now() - state.wall) < 1);
});

test('a machine that slept did not jump, and its time is followed at once', () => {
  const { state, watch: start, run, sleep } = machine();
  const watch = start();
  sleep(8 * HOUR);
  assert.equal(Math.round(run(watch, 1000)), 8 * HOUR);
  assert.equal(watch.shared.isSteady, true);
  assert.ok(Math.abs(watch.shared.now() - state.wall) < 1);
});

test('small corrections forward are followed at once, and small ones back after ten minutes', () => {
  const { watch: start, run, set } = machine();
  const watch = start();
  set(50);
  assert.equal(run(watch, 1000), 0, 'drift');
  set(900);
  assert.equal(Math.round(run(watch, 1000)), 950);
  set(-1500);
  assert.equal(run(watch, STEADY_MS - 1000), 0);
  assert.ok(watch.shared.isSteady);
  assert.equal(Math.round(run(watch, 2000)), -1500);
});

test('a restart on the same boot finds a jump that happened meanwhile, and goes on from the time before it', () => {
  const { state, watch: start, run, save, set, pass, restart } = machine();
  const first = start();
  run(first, MINUTE);
  const saved = save(first);
  pass(3000);
  const expected = state.wall;
  set(5 * DAY);
  restart();
  const second = start(saved);
  assert.equal(second.shared.isSteady, false);
  assert.ok(Math.abs(second.shared.now() - expected) < 1);
  assert.equal(Math.round(run(second, STEADY_MS)), 5 * DAY);
});

test('a restart does not shorten the wait, not even after a boot', () => {
  const { watch: start, run, save, set, restart } = machine();
  const first = start();
  set(HOUR);
  run(first, 9 * MINUTE);
  const saved = save(first);
  restart();
  for (const given of [saved, { ...saved, bootedAt: null }]) {
    const second = start(given);
    run(second, 9 * MINUTE);
    assert.equal(second.shared.isSteady, false);
    run(second, 2 * MINUTE);
    assert.equal(second.shared.isSteady, true);
  }
});

test('a restart after a small correction is not a jump', () => {
  const { watch: start, save, set, restart } = machine();
  const saved = save(start());
  set(1500);
  restart();
  const second = start(saved);
  assert.equal(second.shared.isSteady, true);
});

test('a clock that differs from that of the database is not steady, and is not followed, as long as it does', () => {
  const { watch: start, run, set } = machine();
  const watch = start();
  set(HOUR);
  watch.shared.wallDiffers = true;
  assert.equal(run(watch, 30 * MINUTE), 0);
  assert.equal(watch.shared.isSteady, false);
  watch.shared.wallDiffers = false;
  assert.equal(Math.round(run(watch, 1000)), HOUR);
});

test('a time that differs from that of the database is not steady, and follows the wall clock all the same', () => {
  const { watch: start, run, set } = machine();
  const watch = start();
  set(HOUR);
  watch.look();
  watch.shared.timeDiffers = true;
  assert.equal(Math.round(run(watch, STEADY_MS)), HOUR);
  assert.equal(watch.shared.isSteady, false, 'until the heartbeat has compared it again');
});

test('property: time never goes back while a jump is recent, and is steady only ten minutes after the last one', () => {
  const step = fc.oneof(
    fc.record({ pass: fc.integer({ min: 1, max: 15 * MINUTE }) }),
    fc.record({ set: fc.integer({ min: -10 * DAY, max: 10 * DAY }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { state, watch: start, run, set } = machine();
      const watch = start();
      let lastJump = Number.NEGATIVE_INFINITY;
      for (const each of steps) {
        const before = watch.shared.now();
        if ('set' in each) {
          set(each.set);
          watch.look();
          if (Math.abs(each.set) > 2000) lastJump = state.monotonic;
        } else run(watch, each.pass);
        const isRecent = state.monotonic - lastJump < STEADY_MS;
        assert.equal(watch.shared.isSteady, !isRecent);
        if (isRecent) assert.ok(watch.shared.now() >= before - 0.01);
      }
    }),
    { numRuns: 100 },
  );
});

// Compares the wall clock with clocks that nobody sets, about once a second. A jump is noted, and the time of the process
// follows it only when the wall clock has run steadily for a while: a clock that is soon set right again does no harm.

import os from 'node:os';
import { monotonicMs, SharedClock } from './shared-clock.ts';

export interface Clocks {
  wall: () => number;
  /** The origin of SharedClock. It may stand still while the machine sleeps. */
  monotonic: () => number;
  /** Does not stand still while the machine sleeps: time that was slept is not a jump. */
  boot: () => number;
}

const SYSTEM_CLOCKS: Clocks = {
  wall: () => Date.now(),
  monotonic: monotonicMs,
  // Elsewhere the time since the boot is computed from the wall clock.
  boot: process.platform === 'linux' ? () => os.uptime() * 1000 : monotonicMs,
};

/** More than clocks are corrected by in a second while they are kept in step with others. */
export const JUMP_MS = 2000;
/** Normal drift between two looks is smaller. */
const DRIFT_MS = 100;

/** Reads of two clocks that took longer than this are made again. */
const PAUSE_MS = 20;
const MAX_READS = 10;

/** The first clock minus the second. On a busy machine, a thread can be stopped for seconds between two reads. */
function difference(first: () => number, second: () => number): number {
  for (let reads = 1; ; reads += 1) {
    const before = second();
    const time = first();
    const after = second();
    if (after - before <= PAUSE_MS || reads === MAX_READS) return time - (before + after) / 2;
  }
}

/** What an earlier process knew of the clock. */
export interface SavedClock {
  /** The time at the boot of the machine, by the clock that was relied on; null if the machine was booted since. */
  bootedAt: number | null;
  /** Whether the time after a jump was not over. */
  hasJumped: boolean;
}

export function clockToSave(shared: SharedClock, { boot }: Pick<Clocks, 'boot'> = SYSTEM_CLOCKS): SavedClock {
  return { bootedAt: difference(() => shared.now(), boot), hasJumped: shared.hasJumped };
}

export class ClockWatch {
  readonly shared: SharedClock;
  readonly #clocks: Clocks;
  readonly #steadyMs: number;
  /** Wall clock minus time since the boot, at the last look. */
  #seen: number;
  /** Since when the wall clock has been behind, by the monotonic clock. */
  #behindSince: number | null = null;

  /** `saved` is null if there is nothing. */
  constructor(saved: SavedClock | null, steadyMs: number, clocks: Clocks = SYSTEM_CLOCKS) {
    this.#clocks = clocks;
    this.#steadyMs = steadyMs;
    const { wall, monotonic, boot } = clocks;
    this.#seen = difference(wall, boot);
    const bootedAt = saved?.bootedAt ?? this.#seen;
    const hasJumped = Math.abs(this.#seen - bootedAt) > JUMP_MS;
    // Small differences are corrections of the clock while no process ran.
    const offset = hasJumped ? bootedAt + difference(boot, monotonic) : difference(wall, monotonic);
    this.shared = SharedClock.create(offset, steadyMs, monotonic);
    if (hasJumped || saved?.hasJumped) this.shared.noteJump();
  }

  /** Returns by how much the time of the process was moved, which is 0 unless it follows the wall clock. */
  look(): number {
    const { wall, boot } = this.#clocks;
    const seen = difference(wall, boot);
    if (Math.abs(seen - this.#seen) > JUMP_MS) this.shared.noteJump();
    this.#seen = seen;
    const moved = this.#follow(difference(wall, () => this.shared.now()));
    // Not before the time was moved: other threads rely on it as soon as the mark is gone.
    this.shared.forgetJump();
    return moved;
  }

  #follow(ahead: number): number {
    const { shared } = this;
    const now = this.#clocks.monotonic();
    if (ahead >= -DRIFT_MS) this.#behindSince = null;
    else this.#behindSince ??= now;
    if (Math.abs(ahead) <= DRIFT_MS || shared.wallDiffers) return 0;
    const { hasJumped, isJumpOver } = shared;
    if (hasJumped && !isJumpOver) return 0;
    const isEndOfJump = hasJumped && Math.abs(ahead) > JUMP_MS;
    // Time goes back only if nothing else is left, because readers rely on its order.
    const isBehindForLong = this.#behindSince === null || now - this.#behindSince >= this.#steadyMs;
    if (!isEndOfJump && !isBehindForLong) return 0;
    shared.offset += ahead;
    this.#behindSince = null;
    return ahead;
  }
}

// The clock of the serving thread, which reads it several times for each request.

export interface ServingClock {
  clock: () => number;
  /** Call this about once per second. Returns by how much the clock was moved. */
  look(): number;
}

export function servingClock(watch: ClockWatch): ServingClock {
  // Cheaper than the memory that the threads share.
  const origin = difference(monotonicMs, () => performance.now());
  let offset = watch.shared.offset + origin;
  return {
    clock: () => offset + performance.now(),
    look() {
      const moved = watch.look();
      if (moved !== 0) offset = watch.shared.offset + origin;
      return moved;
    },
  };
}

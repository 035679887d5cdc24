// The time of this process, in memory that all its threads share. It runs by the monotonic clock, so a wall clock that
// jumps changes nothing at first: sessions, retries and limits continue. ClockWatch lets it follow the wall clock.

/** Passed to the threads with their settings. */
export type ClockMemory = SharedArrayBuffer;

/** After a jump, the wall clock must run steadily for this long before it is followed and scheduled work continues. */
export const STEADY_MS = 10 * 60 * 1000;

/** Milliseconds with an arbitrary origin, which is the same for all threads of a process. */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

const MICROSECONDS = 1000;
/** Places in the memory. */
const OFFSET = 0;
const JUMPED_AT = 1;
const WALL_DIFFERS = 2;
const TIME_DIFFERS = 3;
const STEADY_FOR = 4;
const PLACES = 5;
const NEVER = -(2n ** 62n);

export class SharedClock {
  readonly memory: ClockMemory;
  readonly #places: BigInt64Array;
  readonly #monotonic: () => number;

  constructor(memory: ClockMemory, monotonic: () => number = monotonicMs) {
    this.memory = memory;
    this.#places = new BigInt64Array(memory);
    this.#monotonic = monotonic;
  }

  /** `offset` is the time at the origin of the monotonic clock. */
  static create(offset: number, steadyMs = STEADY_MS, monotonic: () => number = monotonicMs): SharedClock {
    const clock = new SharedClock(new SharedArrayBuffer(PLACES * BigInt64Array.BYTES_PER_ELEMENT), monotonic);
    clock.offset = offset;
    clock.#store(STEADY_FOR, steadyMs);
    Atomics.store(clock.#places, JUMPED_AT, NEVER);
    return clock;
  }

  now(): number {
    return this.offset + this.#monotonic();
  }

  get offset(): number {
    return this.#load(OFFSET);
  }

  set offset(offset: number) {
    this.#store(OFFSET, offset);
  }

  /** Whether scheduled work may rely on the clock. */
  get isSteady(): boolean {
    return !this.differsFromDatabase && !this.hasJumped;
  }

  /** Stays true until forgetJump: no thread may work by the old time in the moments before it follows the wall clock. */
  get hasJumped(): boolean {
    return Atomics.load(this.#places, JUMPED_AT) !== NEVER;
  }

  /** Whether the wall clock has run steadily for long enough since a jump. */
  get isJumpOver(): boolean {
    return this.#isOver(Atomics.load(this.#places, JUMPED_AT));
  }

  /** The time without a jump begins anew. */
  noteJump(): void {
    this.#store(JUMPED_AT, this.#monotonic());
  }

  /** Does nothing while the jump is not over, which another thread may have noted a moment ago. */
  forgetJump(): void {
    const jumpedAt = Atomics.load(this.#places, JUMPED_AT);
    if (this.#isOver(jumpedAt)) Atomics.compareExchange(this.#places, JUMPED_AT, jumpedAt, NEVER);
  }

  get differsFromDatabase(): boolean {
    return this.wallDiffers || this.timeDiffers;
  }

  /** Whether the wall clock differs from the clock of the database. Which of the two is wrong is unknown. */
  get wallDiffers(): boolean {
    return this.#load(WALL_DIFFERS) !== 0;
  }

  set wallDiffers(differs: boolean) {
    this.#store(WALL_DIFFERS, Number(differs));
  }

  /** Whether the time of this process differs from it. That ends when it follows a wall clock that is right. */
  get timeDiffers(): boolean {
    return this.#load(TIME_DIFFERS) !== 0;
  }

  set timeDiffers(differs: boolean) {
    this.#store(TIME_DIFFERS, Number(differs));
  }

  #isOver(jumpedAt: bigint): boolean {
    return this.#monotonic() - Number(jumpedAt) / MICROSECONDS >= this.#load(STEADY_FOR);
  }

  #load(place: number): number {
    return Number(Atomics.load(this.#places, place)) / MICROSECONDS;
  }

  #store(place: number, ms: number): void {
    Atomics.store(this.#places, place, BigInt(Math.round(ms * MICROSECONDS)));
  }
}

/** The clock of a thread, in whole milliseconds. Without the memory, for a thread that is started alone: the wall clock. */
export function threadClock(memory: ClockMemory | undefined): () => number {
  if (memory === undefined) return () => Date.now();
  const shared = new SharedClock(memory);
  return () => Math.floor(shared.now());
}

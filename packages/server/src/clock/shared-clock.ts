// The time of this process, in memory that all its threads share. It runs by the monotonic clock, so a wall clock that
// jumps changes nothing at first: sessions, retries and limits go on. ClockWatch lets it follow the wall clock.

/** Passed to the threads with their settings. */
export type ClockMemory = SharedArrayBuffer;

/** After a jump, the wall clock must run steadily for so long before it is followed, and before scheduled work goes on. */
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
const DIFFERS = 2;
const STEADY_FOR = 3;
const PLACES = 4;
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

  /** Whether it has not run steadily for long enough since a jump. */
  get hasJumped(): boolean {
    const jumpedAt = Atomics.load(this.#places, JUMPED_AT);
    if (jumpedAt === NEVER) return false;
    return this.#monotonic() - Number(jumpedAt) / MICROSECONDS < this.#load(STEADY_FOR);
  }

  /** The time without a jump begins anew. */
  noteJump(): void {
    this.#store(JUMPED_AT, this.#monotonic());
  }

  /** Which of the two is wrong is unknown. */
  get differsFromDatabase(): boolean {
    return this.#load(DIFFERS) !== 0;
  }

  set differsFromDatabase(differs: boolean) {
    this.#store(DIFFERS, Number(differs));
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

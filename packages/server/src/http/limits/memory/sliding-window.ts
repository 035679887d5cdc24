// An exact sliding window: never more than `limit` accepted in any `widthMs`, and none refused without cause.
// An instant a counts in [a, a + width): a request is accepted again exactly a width after the oldest that counts.
//
// The newest instant is kept whole, the older ones in a ring of 32 bits each, as their milliseconds modulo 2^32.
// That is enough to know them again, for all lie within two widths of now, however long the process lives; and a
// client that came once needs no ring at all.

/** Two of these are 2^32 ms: ages up to there are told apart. */
const WIDEST_MS = 2 ** 31;
const SMALLEST_RING = 4;
const NO_RING = new Uint32Array(0);

/** What rings take in all, told to whoever looks after many windows. */
export interface RingMemory {
  rings: number;
  bytes: number;
}

export class SlidingWindow {
  readonly widthMs: number;
  readonly #memory: RingMemory;
  #limit: number;
  /** The latest instant that was asked about; a clock that runs backwards stands still here. */
  #now = 0;
  /** The newest that counts; it means nothing while none is remembered. */
  #newest = 0;
  #remembered = 0;
  /** All but the newest, the oldest at #head; there are #remembered - 1 of them. */
  #ring: Uint32Array = NO_RING;
  #head = 0;
  /** How many of the last ones were never drained. */
  #undrained = 0;

  constructor(limit: number, widthMs: number, memory: RingMemory = { rings: 0, bytes: 0 }) {
    if (!Number.isInteger(widthMs) || widthMs < 1 || widthMs > WIDEST_MS) {
      throw new RangeError(`A window is 1 to ${WIDEST_MS} whole milliseconds wide, not ${widthMs}.`);
    }
    this.widthMs = widthMs;
    this.#memory = memory;
    this.#limit = checkedLimit(limit);
  }

  get limit(): number {
    return this.#limit;
  }

  /** What was accepted stays so: under a lower limit the window may be overfull for a while. */
  set limit(limit: number) {
    if (limit !== this.#limit) this.#limit = checkedLimit(limit);
  }

  /** Records the request if there is room for it. */
  tryAccept(now: number): boolean {
    this.#advance(now);
    if (this.#remembered >= this.#limit) return false;
    this.#remember();
    return true;
  }

  /** Asks alone: where several windows must agree, each is asked before any records. */
  canAccept(now: number): boolean {
    this.#advance(now);
    return this.#remembered < this.#limit;
  }

  /** Records what was accepted, without asking again. */
  record(now: number): void {
    this.#advance(now);
    this.#remember();
  }

  isEmpty(now: number): boolean {
    this.#advance(now);
    return this.#remembered === 0;
  }

  // These three tell how it stood at the latest instant that was asked about.

  get remaining(): number {
    return Math.max(0, this.#limit - this.#remembered);
  }

  /** When `remaining` rises next: as the oldest leaves; a width from now where nothing is to leave. */
  get resetAt(): number {
    if (this.#remembered === 0 || this.#limit === 0) return this.#now + this.widthMs;
    return this.#instant(Math.max(0, this.#remembered - this.#limit)) + this.widthMs;
  }

  /** From when one more is accepted; a limit of 0 never accepts any. */
  get retryAt(): number {
    return this.#remembered < this.#limit ? this.#now : this.resetAt;
  }

  get ringBytes(): number {
    return this.#ring.byteLength;
  }

  /** What was recorded since the last drain and still counts. Nothing is set aside for it: these are the last ones. */
  drain(): number[] {
    const first = Math.max(0, this.#remembered - this.#undrained);
    this.#undrained = 0;
    return Array.from({ length: this.#remembered - first }, (_, at) => this.#instant(first + at));
  }

  /** The last `count` that were drained could not be saved: the next drain brings them again. */
  undrain(count: number): void {
    this.#undrained += count;
  }

  /** Begins with what an earlier process drained, in any order; what that one's clock put ahead of ours is now. */
  restore(instants: Iterable<number>, now: number): void {
    if (this.#remembered > 0) throw new Error('Only a window that remembers nothing can be restored.');
    this.#advance(now);
    const oldest = this.#now - this.widthMs;
    const counting = Array.from(instants).filter((instant) => instant > oldest);
    for (const instant of counting.sort((a, b) => a - b))
      this.#push(Math.min(Math.floor(instant), this.#now));
  }

  forget(): void {
    this.#remembered = 0;
    this.#undrained = 0;
    this.#head = 0;
    this.#exchangeRing(NO_RING);
  }

  #advance(asked: number): void {
    const now = Math.floor(asked);
    // Also true of what is not a number.
    if (!(now > this.#now)) return;
    this.#now = now;
    if (this.#remembered === 0) return;
    if (now - this.#newest >= this.widthMs) {
      this.forget();
      return;
    }
    const ring = this.#ring;
    while (this.#remembered > 1 && (now - ring[this.#head]!) >>> 0 >= this.widthMs) {
      this.#head = this.#head + 1 === ring.length ? 0 : this.#head + 1;
      this.#remembered -= 1;
    }
  }

  #remember(): void {
    this.#push(this.#now);
    this.#undrained += 1;
  }

  #push(instant: number): void {
    const older = this.#remembered - 1;
    if (older >= 0) {
      if (older === this.#ring.length) this.#grow();
      const end = this.#head + older;
      this.#ring[end < this.#ring.length ? end : end - this.#ring.length] = this.#newest;
    }
    this.#newest = instant;
    this.#remembered += 1;
  }

  /** Twice as large, so that it takes at most 8 bytes for each remembered; never larger than the limit needs. */
  #grow(): void {
    const old = this.#ring;
    const needed = this.#limit - 1;
    const doubled = Math.max(SMALLEST_RING, 2 * old.length);
    const ring = new Uint32Array(old.length < needed ? Math.min(doubled, needed) : doubled);
    ring.set(old.subarray(this.#head));
    ring.set(old.subarray(0, this.#head), old.length - this.#head);
    this.#head = 0;
    this.#exchangeRing(ring);
  }

  #exchangeRing(ring: Uint32Array): void {
    if (ring === this.#ring) return;
    this.#memory.rings += Math.sign(ring.length) - Math.sign(this.#ring.length);
    this.#memory.bytes += ring.byteLength - this.#ring.byteLength;
    this.#ring = ring;
  }

  /** The oldest is at 0. */
  #instant(at: number): number {
    if (at === this.#remembered - 1) return this.#newest;
    const place = this.#head + at;
    const kept = this.#ring[place < this.#ring.length ? place : place - this.#ring.length]!;
    return this.#newest - ((this.#newest - kept) >>> 0);
  }
}

function checkedLimit(limit: number): number {
  if (Number.isInteger(limit) && limit >= 0) return limit;
  throw new RangeError(`A limit is a whole number of requests, not ${limit}.`);
}

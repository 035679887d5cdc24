// An exact sliding-window rate limit: it accepts a request if and only if fewer than `limit` requests were accepted in
// the last `widthMs`. A request accepted at time t counts in [t, t + width).
//
// The newest time is stored in full. Older times are in a ring buffer of 32-bit integers, in milliseconds modulo 2^32;
// this is unambiguous because all of them are within two widths of now. A client with a single request needs no ring.

/** Twice this is 2^32 ms, the largest age that 32 bits can represent. */
const MAX_WIDTH_MS = 2 ** 31;
const SMALLEST_RING = 4;
const NO_RING = new Uint32Array(0);

/** The memory of all ring buffers, shared by the windows of one collection. */
export interface RingMemory {
  rings: number;
  bytes: number;
}

export class SlidingWindow {
  readonly widthMs: number;
  readonly #memory: RingMemory;
  #limit: number;
  /** The latest time seen. If the clock runs backwards, this stays as it is. */
  #now = 0;
  /** The newest request that counts; meaningless while #remembered is 0. */
  #newest = 0;
  #remembered = 0;
  /** The #remembered - 1 requests before the newest, oldest at #head. */
  #ring: Uint32Array = NO_RING;
  #head = 0;
  /** How many of the newest requests have not been drained. */
  #undrained = 0;

  constructor(limit: number, widthMs: number, memory: RingMemory = { rings: 0, bytes: 0 }) {
    if (!Number.isInteger(widthMs) || widthMs < 1 || widthMs > MAX_WIDTH_MS) {
      throw new RangeError(
        `The width of a window must be a whole number of milliseconds from 1 to ${MAX_WIDTH_MS}, not ${widthMs}.`,
      );
    }
    this.widthMs = widthMs;
    this.#memory = memory;
    this.#limit = checkedLimit(limit);
  }

  get limit(): number {
    return this.#limit;
  }

  /** Requests that were accepted still count, so after a lower limit the window can be overfull for a while. */
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

  /** Checks without recording, for requests that several windows must accept. */
  canAccept(now: number, places = 1): boolean {
    this.#advance(now);
    return this.#remembered + places <= this.#limit;
  }

  /** Records a request without checking the limit. */
  record(now: number, places = 1): void {
    this.#advance(now);
    for (let place = 0; place < places; place += 1) this.#remember();
  }

  isEmpty(now: number): boolean {
    this.#advance(now);
    return this.#remembered === 0;
  }

  // The next three getters describe the state at the latest time seen.

  get remaining(): number {
    return Math.max(0, this.#limit - this.#remembered);
  }

  /** When `remaining` next increases because the oldest request expires; one width from now if the window is empty. */
  get resetAt(): number {
    if (this.#remembered === 0 || this.#limit === 0) return this.#now + this.widthMs;
    return this.#instant(Math.max(0, this.#remembered - this.#limit)) + this.widthMs;
  }

  /** When another request is accepted. A limit of 0 never accepts any. */
  get retryAt(): number {
    return this.retryAtFor(1);
  }

  /** The same for a request with so many places. A lower limit never accepts any. */
  retryAtFor(places: number): number {
    const excess = this.#remembered + places - this.#limit;
    if (excess <= 0) return this.#now;
    if (places > this.#limit) return this.resetAt;
    return this.#instant(excess - 1) + this.widthMs;
  }

  get ringBytes(): number {
    return this.#ring.byteLength;
  }

  /** The requests that count at the latest time seen, oldest first. */
  instants(): number[] {
    return Array.from({ length: this.#remembered }, (_, at) => this.#instant(at));
  }

  /** The requests that were recorded since the last drain and still count. */
  drain(): number[] {
    const first = Math.max(0, this.#remembered - this.#undrained);
    this.#undrained = 0;
    return Array.from({ length: this.#remembered - first }, (_, at) => this.#instant(first + at));
  }

  /** Marks the last `count` drained requests as unsaved, so that the next drain returns them again. */
  undrain(count: number): void {
    this.#undrained += count;
  }

  /** Loads the requests that an earlier process drained, in any order. Times in the future become now. */
  restore(instants: Iterable<number>, now: number): void {
    if (this.#remembered > 0) throw new Error('Only an empty window can be restored.');
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

  /** Moves all times, because the clock was moved: requests keep their age. */
  shift(ms: number): void {
    const by = Math.round(ms);
    this.#now += by;
    this.#newest += by;
    // Modulo 2^32, as the ring stores them.
    for (let at = 0; at < this.#ring.length; at += 1) this.#ring[at] = this.#ring[at]! + by;
  }

  #advance(asked: number): void {
    const now = Math.floor(asked);
    // Written this way so that NaN also returns.
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

  /** Doubles the ring, so that it takes at most 8 bytes per request, but not beyond what the limit needs. */
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

  /** Index 0 is the oldest. */
  #instant(at: number): number {
    if (at === this.#remembered - 1) return this.#newest;
    const place = this.#head + at;
    const kept = this.#ring[place < this.#ring.length ? place : place - this.#ring.length]!;
    return this.#newest - ((this.#newest - kept) >>> 0);
  }
}

function checkedLimit(limit: number): number {
  if (Number.isInteger(limit) && limit >= 0) return limit;
  throw new RangeError(`A limit must be a whole number of requests, not ${limit}.`);
}

// A histogram of durations with fixed buckets. Adding a value allocates nothing.

/** Upper bounds in milliseconds. Prepared responses take microseconds, reads of the store milliseconds. */
const BOUNDS_MS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 5000];

export class Histogram {
  /** By bucket, not cumulative; the last one has no upper bound. */
  readonly #counts = new Float64Array(BOUNDS_MS.length + 1);
  #sumMs = 0;

  add(ms: number): void {
    let bucket = 0;
    while (bucket < BOUNDS_MS.length && ms > BOUNDS_MS[bucket]!) bucket += 1;
    this.#counts[bucket]! += 1;
    this.#sumMs += ms;
  }

  get count(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  /** In the Prometheus text format, where buckets are cumulative and times are in seconds. */
  lines(name: string, label: string): string[] {
    let sum = 0;
    const buckets = BOUNDS_MS.map((bound, bucket) => {
      sum += this.#counts[bucket]!;
      return `${name}_bucket{${label},le="${bound / 1000}"} ${sum}`;
    });
    return [
      ...buckets,
      `${name}_bucket{${label},le="+Inf"} ${this.count}`,
      `${name}_sum{${label}} ${this.#sumMs / 1000}`,
      `${name}_count{${label}} ${this.count}`,
    ];
  }
}

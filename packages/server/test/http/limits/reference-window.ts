// The obvious sliding window: it keeps every accepted instant for ever, and looks at all of them each time.

export class ReferenceWindow {
  limit: number;
  readonly widthMs: number;
  now = 0;
  accepted: number[] = [];
  undrained: number[] = [];

  constructor(limit: number, widthMs: number) {
    this.limit = limit;
    this.widthMs = widthMs;
  }

  /** Those in (now - width, now]. */
  get counting(): number[] {
    return this.accepted.filter((instant) => instant > this.now - this.widthMs);
  }

  ask(at: number): boolean {
    this.now = Math.max(this.now, Math.floor(at));
    return this.counting.length < this.limit;
  }

  record(at: number): void {
    this.ask(at);
    this.accepted.push(this.now);
    this.undrained.push(this.now);
  }

  get remaining(): number {
    return Math.max(0, this.limit - this.counting.length);
  }

  get resetAt(): number {
    const { counting, limit, now, widthMs } = this;
    if (counting.length === 0 || limit === 0) return now + widthMs;
    // Where there are more than the limit, all of the excess has to leave first.
    return (counting.length > limit ? counting.at(-limit)! : counting[0]!) + widthMs;
  }

  /** The instants at which something leaves are the only ones at which an answer can change. */
  get retryAt(): number {
    if (this.counting.length < this.limit) return this.now;
    const changes = this.counting.map((instant) => instant + this.widthMs);
    const lets = (at: number) =>
      this.counting.filter((instant) => instant > at - this.widthMs).length < this.limit;
    return changes.find(lets) ?? this.now + this.widthMs;
  }

  drain(): number[] {
    const drained = this.undrained.filter((instant) => instant > this.now - this.widthMs);
    this.undrained = [];
    return drained;
  }
}

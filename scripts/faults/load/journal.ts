// What the load saw: counts, and everything that must not happen.

/** A broken rule usually breaks often; so many of each kind are kept. */
const KEPT_OF_A_KIND = 2;

export class Journal {
  readonly counts = new Map<string, number>();
  readonly violations: string[] = [];
  readonly #kinds = new Map<string, number>();

  count(what: string, by = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + by);
  }

  violation(text: string): void {
    this.count('violations');
    // Numbers and ids differ each time.
    const kind = text.replaceAll(/[0-9a-f-]*\d[0-9a-f-]*/g, '#').slice(0, 60);
    const seen = (this.#kinds.get(kind) ?? 0) + 1;
    this.#kinds.set(kind, seen);
    if (seen <= KEPT_OF_A_KIND) this.violations.push(text);
  }

  /** From here on, as many of each kind are kept again. */
  forgetKinds(): void {
    this.#kinds.clear();
  }

  of(what: string): number {
    return this.counts.get(what) ?? 0;
  }
}

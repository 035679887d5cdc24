// Runs the same work only once for callers that ask for it at the same time.

export class SingleFlight<T> {
  readonly #inFlight = new Map<string, Promise<T>>();

  /** The number of calls in progress. */
  get size(): number {
    return this.#inFlight.size;
  }

  run(name: string, work: () => Promise<T>): Promise<T> {
    const known = this.#inFlight.get(name);
    if (known !== undefined) return known;
    const result = work().finally(() => this.#inFlight.delete(name));
    this.#inFlight.set(name, result);
    return result;
  }

  has(name: string): boolean {
    return this.#inFlight.has(name);
  }
}

// Work that many ask for at the same time and that is done once for all of them.

export class SingleFlight<T> {
  readonly #underWay = new Map<string, Promise<T>>();

  /** How many pieces of work are under way. */
  get size(): number {
    return this.#underWay.size;
  }

  run(name: string, work: () => Promise<T>): Promise<T> {
    const known = this.#underWay.get(name);
    if (known !== undefined) return known;
    const result = work().finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, result);
    return result;
  }

  has(name: string): boolean {
    return this.#underWay.has(name);
  }
}

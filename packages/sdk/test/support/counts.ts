/** How often a random check runs: a few times by default, the full count with RF_TEST_FULL=1. */
export function count(few: number, full: number): number {
  return process.env.RF_TEST_FULL === '1' ? full : few;
}

/** Repeatable random numbers from 0 up to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

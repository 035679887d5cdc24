// npm test runs short forms with a fixed seed; npm run test:full sets RF_TEST_FULL and runs the full counts.

const full = process.env.RF_TEST_FULL === '1';

export const SEED = 20260401;

export function cases<T = number>(short: T, whole: T): T {
  return full ? whole : short;
}

/** In the short form so many of them, spread over the whole: the first and the last are among them. */
export function someOf<T>(all: readonly T[], short: number): readonly T[] {
  if (full || all.length <= short) return all;
  const step = (all.length - 1) / (short - 1);
  return Array.from({ length: short }, (_, at) => all[Math.round(at * step)]!);
}

/** Whole numbers from 0 to below a limit, the same ones each time (mulberry32). */
export function seededNumbers(purpose: number): (below: number) => number {
  let state = (SEED + purpose) | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

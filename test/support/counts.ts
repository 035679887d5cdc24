// npm test runs short forms with a fixed seed; npm run test:full sets RF_TEST_FULL and runs the full counts.

const full = process.env.RF_TEST_FULL === '1';

export const SEED = 20260401;

export function cases<T = number>(short: T, whole: T): T {
  return full ? whole : short;
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

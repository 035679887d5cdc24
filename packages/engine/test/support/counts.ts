// npm test runs short forms with a fixed seed; npm run test:full sets RF_TEST_FULL and runs the full counts.

const full = process.env.RF_TEST_FULL === '1';

export const SEED = 20260401;

export function cases(short: number, whole: number): number {
  return full ? whole : short;
}

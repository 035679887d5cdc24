// Numbers of random test cases. npm test uses small numbers and a fixed seed; npm run test:full sets RF_TEST_FULL
// for the full numbers.

const full = process.env.RF_TEST_FULL === '1';

export const SEED = 20260401;

export function cases(short: number, whole: number): number {
  return full ? whole : short;
}

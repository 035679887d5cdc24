/** For the timer of one try, so that it can be told from a wait between tries. */
export const PATIENCE = 54_321;

/** Waits are over at once, and written down in seconds; the timer of a try, known by its length, is left alone. */
export async function withoutWaiting<Result>(
  act: () => Promise<Result>,
): Promise<{ result: Result; waits: number[] }> {
  const waits: number[] = [];
  const real = globalThis.setTimeout;
  const noted = (end: () => void, milliseconds: number) => {
    if (milliseconds === PATIENCE) return real(end, milliseconds);
    waits.push(milliseconds / 1000);
    return real(end, 0);
  };
  globalThis.setTimeout = noted as typeof setTimeout;
  try {
    return { result: await act(), waits };
  } finally {
    globalThis.setTimeout = real;
  }
}

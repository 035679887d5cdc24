/** A timeout for one attempt whose length tells its timer from a wait between attempts. */
export const PATIENCE = 54_321;

/** Ends every wait at once and records it in seconds; the timer of an attempt, known by its length, is left alone. */
export async function withoutWaiting<Result>(
  act: () => Promise<Result>,
): Promise<{ result: Result; waits: number[] }> {
  const waits: number[] = [];
  const real = globalThis.setTimeout;
  const noted = (end: (...args: unknown[]) => void, milliseconds: number, ...args: unknown[]) => {
    if (milliseconds === PATIENCE) return real(end, milliseconds, ...args);
    waits.push(milliseconds / 1000);
    return real(end, 0, ...args);
  };
  globalThis.setTimeout = noted as typeof setTimeout;
  try {
    return { result: await act(), waits };
  } finally {
    globalThis.setTimeout = real;
  }
}

// How much time has passed. The wall clock is never compared with an instant of the service, because it may be wrong.

export interface Stopwatch {
  /** Milliseconds since it was started. */
  elapsed(): number;
}

/** A monotonic clock may stand still while a machine sleeps. Then the wall clock has gone on, and the longer time counts. */
export function startStopwatch(): Stopwatch {
  const monotonic = performance.now();
  const wall = Date.now();
  return { elapsed: () => Math.max(performance.now() - monotonic, Date.now() - wall) };
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** Milliseconds since 1970; NaN for what is no instant in whole seconds. */
export function millisecondsOf(instant: unknown): number {
  return typeof instant === 'string' && INSTANT.test(instant) ? Date.parse(instant) : Number.NaN;
}

/** The service rounds the instant of a decision down to a second, so it may be later by as much. */
export const ROUNDED_MS = 1000;

// What a command may ask of the process it runs in, so that tests can run commands without one.

export interface Terminal {
  out(line: string): void;
  err(line: string): void;
  readStdin(): Promise<string>;
  /** Whether a person is watching, so that progress may redraw itself. */
  isTerminal: boolean;
  env: Readonly<Record<string, string | undefined>>;
  now(): Date;
  /** Resolves with the signal that asks the process to stop. */
  untilStopped(): Promise<string>;
}

export const EXIT = {
  ok: 0,
  /** The command ran, and its answer is no: an invalid run, an altered package. */
  no: 1,
  /** The command could not run as asked: unknown option, unreadable file. */
  usage: 2,
  /** A fault of ours. */
  internal: 70,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Gives the exit code back to whoever runs the command line. */
export type Finish = (code: ExitCode) => void;

/** The command cannot run as asked; the message says what to do about it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

// The process as commands see it (output, input, environment, clock), so that tests can replace it.

export interface Terminal {
  out(line: string): void;
  /** Writes bytes to standard output, such as a document. */
  outBytes(bytes: Uint8Array): void;
  err(line: string): void;
  readStdin(): Promise<string>;
  /** Asks for a secret that is not shown; reads standard input where nobody can be asked. */
  readSecret(prompt: string): Promise<string>;
  /** True if the output is an interactive terminal, where progress can redraw its line. */
  isTerminal: boolean;
  env: Readonly<Record<string, string | undefined>>;
  now(): Date;
  /** Resolves with the signal that stops the process. */
  untilStopped(): Promise<StopSignal>;
  /** Lets other processes go first, for work that takes long. Absent where the process does not belong to one command. */
  giveWay?(): void;
}

/** SIGINT comes from a person at a terminal, and SIGTERM from a program that supervises the process. */
export type StopSignal = 'SIGINT' | 'SIGTERM';

export const EXIT = {
  ok: 0,
  /** The command ran, and its result is negative: invalid inputs, an altered package. */
  no: 1,
  /** The command could not run: an unknown option, an unreadable file. */
  usage: 2,
  /** rf monitor has found something that must not happen to a log. */
  alarm: 3,
  /** rf policy evaluate: the policy asks for a person, or says no. */
  review: 3,
  block: 4,
  /** A service could not be reached; the same command may succeed later. */
  unavailable: 75,
  /** A bug in rf. */
  internal: 70,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Sets the exit code. */
export type Finish = (code: ExitCode) => void;

/** The command cannot run as given; the message says what to do about it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

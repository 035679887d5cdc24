// What the test command and its processes say to each other.

/** From a process that runs test files. */
export type FromProcess =
  /** It has nothing to do. */
  | { kind: 'next' }
  /** A test or a suite has ended. The names begin with the file. */
  | { kind: 'ended'; names: string[]; outcome: Outcome; seconds: number; error: string | null }
  | { kind: 'diagnostic'; text: string }
  /** It needs the PostgreSQL server that all test files share. */
  | { kind: 'postgres' }
  | { kind: 'cpu'; file: string; seconds: number };

export type Outcome = 'passed' | 'failed' | 'skipped';

export type ToProcess =
  /** The next file, or null if there is none: then the process ends. */
  { kind: 'file'; file: string | null } | { kind: 'postgres'; url: string };

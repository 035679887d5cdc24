// What the application is given, in production and in tests.

import type { StandingStatus } from './serving/standing-status.ts';

export interface AppDependencies {
  baseUrl: string;
  clock: () => Date;
  /** How fresh the data is, and which framework is in force. */
  status: () => StandingStatus;
  /** Where an internal error's cause goes; it is never sent. */
  logError: (error: unknown, requestId: string) => void;
}

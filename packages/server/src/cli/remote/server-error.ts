// A server did not do what was asked, for a reason that is not a refusal. The message says what to do about it.

import type { ExitCode } from '../terminal.ts';

export class ServerError extends Error {
  override readonly name = 'ServerError';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

// Prints the errors that every command line knows, and maps them to exit codes.

import { Refusal } from '@rf-indicators/core/context/refusal';
import { CommanderError } from 'commander';
import { ServerError } from './remote/server-error.ts';
import { EXIT, type ExitCode, type Terminal, UsageError } from './terminal.ts';

/** Null for an error of another kind, which is not printed. */
export function printKnownError(error: unknown, terminal: Terminal): ExitCode | null {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof Refusal) {
    printRefusal(terminal, error);
    return EXIT.no;
  }
  if (error instanceof ServerError) {
    terminal.err(`rf: ${error.message}`);
    return error.exitCode;
  }
  if (!(error instanceof UsageError)) return null;
  terminal.err(`rf: ${error.message}`);
  return EXIT.usage;
}

export function printInternalError(error: unknown, terminal: Terminal): ExitCode {
  terminal.err(`rf: internal error: ${error instanceof Error ? error.stack : String(error)}`);
  return EXIT.internal;
}

/** Prints the message, then one line per detail with its place. */
export function printRefusal(terminal: Pick<Terminal, 'err'>, refusal: Refusal): void {
  terminal.err(`rf: ${refusal.message}`);
  for (const { place, code, message } of refusal.details) terminal.err(`  ${place}: ${message} [${code}]`);
}

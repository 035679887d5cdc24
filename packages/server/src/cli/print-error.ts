// Prints the error that ended a command, and maps it to an exit code.

import { Refusal } from '@rf-indicators/core/context/refusal';
import { MasterKeyError } from '@rf-indicators/core/secrets/master-key';
import { StoreError } from '@rf-indicators/core/store/store';
import { refusedConnection, STORE_FAULTS, storeFaultOf } from '@rf-indicators/core/store/store-fault';
import { CommanderError } from 'commander';
import { ConfigError } from '../service/config-error.ts';
import { ServerError } from './remote/server-error.ts';
import { EXIT, type ExitCode, type Terminal, UsageError } from './terminal.ts';

export function printError(error: unknown, terminal: Terminal): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof Refusal) {
    printRefusal(terminal, error);
    return EXIT.no;
  }
  if (error instanceof ServerError) {
    terminal.err(`rf: ${error.message}`);
    return error.exitCode;
  }
  if (EXPECTED_ERRORS.some((kind) => error instanceof kind)) {
    terminal.err(`rf: ${(error as Error).message}`);
    return EXIT.usage;
  }
  const refused = refusedConnection(error);
  if (refused !== null) {
    terminal.err(`rf: ${refused} (${(error as Error).message})`);
    return EXIT.usage;
  }
  const fault = storeFaultOf(error);
  // An error with a system call concerns a file or a connection, which need not be those of the store.
  if (fault !== null && !('syscall' in (error as Error))) {
    const { message, todo } = STORE_FAULTS[fault];
    terminal.err(`rf: ${message} (${(error as Error).message}) Advice: ${todo}.`);
    return EXIT.usage;
  }
  terminal.err(`rf: internal error: ${error instanceof Error ? error.stack : String(error)}`);
  return EXIT.internal;
}

/** Errors that the user can correct: the message is enough, without a stack trace. */
const EXPECTED_ERRORS = [UsageError, ConfigError, StoreError, MasterKeyError];

/** Prints the message, then one line per detail with its place. */
export function printRefusal(terminal: Pick<Terminal, 'err'>, refusal: Refusal): void {
  terminal.err(`rf: ${refusal.message}`);
  for (const { place, code, message } of refusal.details) terminal.err(`  ${place}: ${message} [${code}]`);
}

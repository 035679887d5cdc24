// Prints the error that ended a command, and maps it to an exit code.

import { MasterKeyError } from '@rf-indicators/core/secrets/master-key';
import { StoreError } from '@rf-indicators/core/store/store';
import { refusedConnection, STORE_FAULTS, storeFaultOf } from '@rf-indicators/core/store/store-fault';
import { ConfigError } from '../service/config-error.ts';
import { printInternalError, printKnownError } from './print-known-error.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';

export function printError(error: unknown, terminal: Terminal): ExitCode {
  const known = printKnownError(error, terminal);
  if (known !== null) return known;
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
  return printInternalError(error, terminal);
}

/** Errors that the user can correct: the message is enough, without a stack trace. */
const EXPECTED_ERRORS = [ConfigError, StoreError, MasterKeyError];

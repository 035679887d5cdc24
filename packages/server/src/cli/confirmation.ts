// Confirmation of a command that cannot be undone.

import type { Command } from 'commander';
import { UsageError } from './terminal.ts';

export function withYes(command: Command): Command {
  return command.option('--yes', 'confirm it: this cannot be undone', false);
}

/** `what` says what the command would do. */
export function requireYes(yes: boolean, what: string): void {
  if (!yes) throw new UsageError(`${what} It cannot be undone. To confirm it, add --yes.`);
}

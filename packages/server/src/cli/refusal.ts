// Prints a refusal.

import type { Refusal } from '@rf-indicators/core/context/refusal';
import type { Terminal } from './terminal.ts';

/** Prints the message, then one line per detail with its place. */
export function printRefusal(terminal: Pick<Terminal, 'err'>, refusal: Refusal): void {
  terminal.err(`rf: ${refusal.message}`);
  for (const { place, code, message } of refusal.details) terminal.err(`  ${place}: ${message} [${code}]`);
}

import type { Refusal } from '@rf-indicators/core/context/refusal';
import type { Terminal } from './terminal.ts';

/** A refusal in plain lines, each detail with its place. */
export function tellRefusal(terminal: Pick<Terminal, 'err'>, refusal: Refusal): void {
  terminal.err(`rf: ${refusal.message}`);
  for (const { place, code, message } of refusal.details) terminal.err(`  ${place}: ${message} [${code}]`);
}

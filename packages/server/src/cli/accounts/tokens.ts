// Prints new tokens and reads abbreviated ones.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import type { Terminal } from '../terminal.ts';

export function printToken(
  terminal: Terminal,
  what: string,
  issued: AnswerOf<'members.issue_token'>,
  json: boolean,
): void {
  const lines = json
    ? [JSON.stringify(issued, null, 2)]
    : [
        `${what} (${issued.id})`,
        `  ${issued.token}`,
        'Store it now: it is not shown again, and only its hash is kept. Pass it in RF_TOKEN or with --token.',
      ];
  for (const line of lines) terminal.out(line);
}

/** Removes the ellipsis with which lists show the first characters of a token or key. */
export function withoutDots(beginning: string): string {
  return beginning.replace(/…$/, '');
}

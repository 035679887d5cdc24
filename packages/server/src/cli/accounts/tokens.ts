// Tokens as commands show them.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import type { Terminal } from '../terminal.ts';

export function tellToken(
  terminal: Terminal,
  what: string,
  issued: AnswerOf<'staff.issue_token'>,
  json: boolean,
): void {
  const lines = json
    ? [JSON.stringify(issued, null, 2)]
    : [
        `${what} (${issued.id})`,
        `  ${issued.token}`,
        'Store it now: only its hash is kept. Give it in RF_TOKEN or with --token.',
      ];
  for (const line of lines) terminal.out(line);
}

/** Lists show the beginning of a token or key with dots after it. */
export function withoutDots(beginning: string): string {
  return beginning.replace(/…$/, '');
}

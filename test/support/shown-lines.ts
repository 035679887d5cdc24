// Compares what commands print with the output that a guide shows.

import assert from 'node:assert/strict';

/** Each line is printed somewhere; … in it stands for any text of the same line. */
export function assertPrints(stdout: string, lines: readonly string[]): void {
  for (const line of lines) {
    const pattern = new RegExp(line.split('…').map(RegExp.escape).join('.+'));
    assert.match(stdout, pattern, `not printed: ${line}\n${stdout}`);
  }
}

// Prints the outcome of an act that takes two people.

import type { Terminal } from '../terminal.ts';

export function printRequested(
  terminal: Terminal,
  { done, request }: { done: boolean; request: string | null },
  whenDone: string,
): void {
  terminal.out(
    done ? whenDone : `Requested. A second person must approve it: rf approvals approve ${request}`,
  );
}

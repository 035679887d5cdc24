// A command that works for long lets a service on the same cores go first.

import { setProcessPriority } from '../workers/rpc/priority.ts';

export function giveWay(): void {
  setProcessPriority('background');
}

// Requests that did not get their answer, which must not happen when nodes are stopped in order.

import type { Journal } from '../load/journal.ts';

export function cutOff(journal: Journal): number {
  const kinds = ['reads without an answer', 'reads: 503', 'acts: unknown'];
  return kinds.reduce((sum, kind) => sum + journal.of(kind), 0);
}

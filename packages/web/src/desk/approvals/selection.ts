// Which proposal of the queue is selected, and which one follows.

import { useRead } from '../../api/acts.ts';
import { isWaiting, type Proposal } from './proposal.ts';
import type { Queue } from './queue.ts';

/** What the address names, also if it is not in the list; otherwise the first that waits. */
export function useSelected(
  rows: readonly Proposal[],
  wanted: string | undefined,
  isNarrow: boolean,
): Proposal | null {
  const listed = rows.find(({ id }) => id === wanted);
  const isElsewhere = wanted !== undefined && listed === undefined;
  const elsewhere = useRead('inputs.show', { proposal: wanted ?? '' }, { enabled: isElsewhere });
  if (listed !== undefined) return listed;
  if (isElsewhere) return elsewhere.data?.proposal ?? null;
  return isNarrow ? null : (rows.find(({ status }) => status === 'open') ?? null);
}

/** The one that takes the place of decided ones: the next that waits, or the last. */
export function nextWaiting({ waiting = [] }: Queue, decided: readonly string[]): string | undefined {
  const at = waiting.findIndex(({ id }) => id === decided.at(-1));
  const isNext = (proposal: Proposal) => isWaiting(proposal) && !decided.includes(proposal.id);
  return (waiting.slice(at + 1).find(isNext) ?? waiting.slice(0, Math.max(0, at)).findLast(isNext))?.id;
}

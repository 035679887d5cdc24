// Decides on proposals, and takes decisions back while they are not in force.

import { useState } from 'react';
import { useAct } from '../../api/acts.ts';
import type { Person } from '../../api/session.ts';
import { isShown, isWaiting, type Proposal, pendingOf, type Verdict } from './proposal.ts';
import type { Queue } from './queue.ts';

export interface Decisions {
  /** `text` is the reason of a rejection, or why what is unusual about approved values is right. */
  decide: (proposals: readonly Proposal[], verdict: Verdict, text: string | null) => void;
  takeBack: () => void;
  /** What this person decided and can still take back, the last first. */
  pending: Proposal[];
  isDeciding: boolean;
  /** Of a decision that was refused, or that could not be taken back. */
  error: Error | null;
  forgetError: () => void;
}

export function useDecisions(queue: Queue, onDecided: (ids: readonly string[]) => void): Decisions {
  // The queue is read again by itself, so that the next proposal does not wait for that.
  const decision = useAct('inputs.decide', []);
  const undo = useAct('inputs.take_back', []);
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const pending = queue.decided.filter((one) => pendingOf(one) !== null && !taken.has(one.id));
  const forgetError = () => {
    decision.reset();
    undo.reset();
  };
  return {
    pending,
    isDeciding: decision.isPending,
    error: decision.error ?? undo.error,
    forgetError,
    decide: (proposals, verdict, text) => {
      if (decision.isPending || proposals.length === 0) return;
      const input = {
        verdict,
        proposals: proposals.map(({ id, current, digest }) => ({
          proposal: id,
          seen: current?.value ?? null,
          digest,
        })),
        ...(text === null ? {} : verdict === 'reject' ? { reason: text } : { confirmation: text }),
      };
      setTaken(new Set());
      decision.mutate(input, {
        onSuccess: () => {
          onDecided(proposals.map(({ id }) => id));
          queue.readAgain();
        },
        onError: queue.readAgain,
      });
    },
    takeBack: () => {
      const last = pending[0];
      if (last === undefined || undo.isPending) return;
      undo.mutate(
        { proposals: [last.id] },
        {
          onSuccess: ({ taken_back }) => setTaken((before) => new Set([...before, ...taken_back])),
          onSettled: queue.readAgain,
        },
      );
    },
  };
}

/** The proposals of the selected one's document that wait for this person's decision. */
export function sameDocument(queue: Queue, selected: Proposal | null, person: Person): Proposal[] {
  const sha256 = selected?.evidence.sha256 ?? null;
  if (sha256 === null || !person.roles.includes('reviewer')) return [];
  return (queue.waiting ?? []).filter((one) => one.evidence.sha256 === sha256 && isWaiting(one));
}

/** Why they cannot be approved together; null if they can. */
export function whyNotTogether(proposals: readonly Proposal[], shown: ReadonlySet<string>): string | null {
  const missing = proposals.filter((one) => !isShown(one, shown)).length;
  return missing === 0 ? null : `${missing} of ${proposals.length} were not shown yet.`;
}

// Tells the server which evidence was drawn with its quote in view: an approval in the browser needs that on record.

import { useRef, useState } from 'react';
import { callAct } from '../../api/acts.ts';
import type { Showing } from '../document/sheet-props.ts';
import type { Proposal } from './proposal.ts';

/** Ids of the evidence that was shown since the page was opened, and what to call when more is. */
export function useShown(): [ReadonlySet<string>, (proposal: Proposal, how: Showing) => void] {
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const told = useRef(new Set<string>());
  const tell = ({ evidence }: Proposal, how: Showing) => {
    if (evidence.shown === true || told.current.has(evidence.id)) return;
    told.current.add(evidence.id);
    callAct('evidence.shown', { evidence: evidence.id, how })
      .then(() => setShown((before) => new Set(before).add(evidence.id)))
      // It is told again when it is drawn again; until then the approval says that it was not shown.
      .catch(() => told.current.delete(evidence.id));
  };
  return [shown, tell];
}

// The state of the draft that the reader has read. The page shows news by itself; a decision names what was read, until
// the reader says that they have read the news too.

import { useState } from 'react';
import type { Overview } from './groups.ts';

export interface Seen {
  /** For the acts that decide on the draft. */
  seen: string;
  hasChanged: boolean;
  acknowledge: () => void;
}

export function useSeen({ run, seen: now }: Overview): Seen {
  const [seen, setSeen] = useState<string | null>(run.status === 'draft' ? now : null);
  // It becomes a draft while the page is open.
  if (seen === null && run.status === 'draft') setSeen(now);
  return {
    seen: seen ?? now,
    hasChanged: run.status === 'draft' && seen !== null && seen !== now,
    acknowledge: () => setSeen(now),
  };
}

// What the reader has read of something that others change. The page shows news by itself; an act names what was read,
// until the reader says that they have read the news too.

import { useState } from 'react';

export interface Seen {
  /** For the acts that decide on it. */
  seen: string;
  hasChanged: boolean;
  acknowledge: () => void;
}

/** `now` is undefined until it was read. `isOpen`: whether it is still decided. Give the component a key by what it shows. */
export function useSeen(now: string | undefined, isOpen: boolean): Seen {
  const [seen, setSeen] = useState<string | null>(null);
  // It can also become open while the page shows it.
  if (seen === null && isOpen && now !== undefined) setSeen(now);
  return {
    seen: seen ?? now ?? '',
    hasChanged: isOpen && seen !== null && seen !== now,
    acknowledge: () => setSeen(now ?? null),
  };
}

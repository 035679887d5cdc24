// Whether a media query holds, for what styles alone cannot decide.

import { useSyncExternalStore } from 'react';

/** As in the styles: a phone; and where a list and what it opens are pages of their own. */
export const PHONE = '(max-width: 600px)';
export const NARROW = '(max-width: 1000px)';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

// Keeps the pages of the desk up to date: when anything changes in the store, what is on the page is read again.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { SHOWN_AS_IT_WAS } from '../api/acts.ts';
import { useEvents } from '../api/live.ts';
import { SESSION_KEY } from '../api/session.ts';
import { type OpenRow, showOpenRows } from './presence.ts';
import { useStaff } from './staff.ts';

/** An act moves several topics. */
const TOGETHER_MS = 250;
/** People who do much make a colleague's page read no more often than this. */
const AT_MOST_EVERY_MS = 1000;

/** When the connection was cut; null while the page is live. */
export function useDeskNews(): number | null {
  const client = useQueryClient();
  const { acting_as } = useStaff();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastRead = useRef(0);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  const readAgain = () => {
    if (timer.current !== undefined) return;
    const wait = Math.max(TOGETHER_MS, lastRead.current + AT_MOST_EVERY_MS - performance.now());
    timer.current = setTimeout(() => {
      timer.current = undefined;
      lastRead.current = performance.now();
      void client.invalidateQueries({
        predicate: ({ queryKey, meta }) => queryKey[0] !== SESSION_KEY[0] && meta !== SHOWN_AS_IT_WAS,
      });
    }, wait);
  };
  return useEvents(`/console/desk/events?acting_as=${acting_as}`, {
    handlers: {
      began: readAgain,
      moved: readAgain,
      presence: (data) => showOpenRows(JSON.parse(data) as OpenRow[]),
    },
    // The next request asks to sign in again.
    onEnd: readAgain,
  });
}

// Follows the deliveries of the workspace live, while the page is visible: browsers open few connections to a server.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useEffect, useEffectEvent, useState } from 'react';
import { actingAs } from './acting-as.ts';

export type Delivery = AnswerOf<'deliveries.list'>['data'][number];

export interface LiveNews {
  /** Deliveries that are new or changed. */
  data: Delivery[];
  /** Whether there are more than these. */
  more: boolean;
}

export interface LiveListener {
  onNews: (news: LiveNews) => void;
  /** The connection is there again: what happened meanwhile was missed. */
  onReconnect: () => void;
  /** The session has ended. */
  onEnd: () => void;
}

const AGAIN_MS = 10_000;

/** When the connection was cut; null while it holds. */
export function useLive({ onNews, onReconnect, onEnd }: LiveListener): number | null {
  const [cutAt, setCutAt] = useState<number | null>(null);
  const heard = useEffectEvent(onNews);
  const reconnected = useEffectEvent(onReconnect);
  const ended = useEffectEvent(onEnd);
  useEffect(() => {
    let source: EventSource | null = null;
    let again: ReturnType<typeof setTimeout> | undefined;
    let wasOpen = false;
    const close = () => {
      clearTimeout(again);
      source?.close();
      source = null;
    };
    const open = () => {
      close();
      source = new EventSource(`/console/events?acting_as=${actingAs()}`);
      source.addEventListener('open', () => {
        setCutAt(null);
        if (wasOpen) reconnected();
        wasOpen = true;
      });
      source.addEventListener('deliveries', ({ data }) => heard(JSON.parse(data) as LiveNews));
      source.addEventListener('ended', () => {
        close();
        ended();
        again = setTimeout(open, AGAIN_MS);
      });
      source.addEventListener('error', () => {
        setCutAt((known) => known ?? Date.now());
        // After a refusal the browser does not try again by itself.
        if (source?.readyState === EventSource.CLOSED) again = setTimeout(open, AGAIN_MS);
      });
    };
    const follow = () => (document.visibilityState === 'visible' ? open() : close());
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      close();
    };
  }, []);
  return cutAt;
}

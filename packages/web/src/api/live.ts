// Server-sent events, while the page is visible: browsers open few connections to a server.

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

interface LiveListener {
  onNews: (news: LiveNews) => void;
  /** The connection is there again: what happened meanwhile was missed. */
  onReconnect: () => void;
  /** The session has ended. */
  onEnd: () => void;
}

/** Follows the deliveries of the workspace. Returns when the connection was cut; null while it holds. */
export function useLive({ onNews, onReconnect, onEnd }: LiveListener): number | null {
  return useEvents(`/console/events?acting_as=${actingAs()}`, {
    handlers: { deliveries: (data) => onNews(JSON.parse(data) as LiveNews) },
    onReconnect,
    onEnd,
  });
}

const AGAIN_MS = 10_000;

interface EventListeners {
  handlers: Readonly<Record<string, (data: string) => void>>;
  onReconnect?: () => void;
  onEnd: () => void;
}

/** When the connection was cut; null while it holds. The names of the events stay the same. */
export function useEvents(address: string, { handlers, onReconnect, onEnd }: EventListeners): number | null {
  const [cutAt, setCutAt] = useState<number | null>(null);
  const heard = useEffectEvent((name: string, data: string) => handlers[name]!(data));
  const reconnected = useEffectEvent(() => onReconnect?.());
  const ended = useEffectEvent(onEnd);
  const names = Object.keys(handlers).join(' ');
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
      source = new EventSource(address);
      source.addEventListener('open', () => {
        setCutAt(null);
        if (wasOpen) reconnected();
        wasOpen = true;
      });
      for (const name of names.split(' '))
        source.addEventListener(name, ({ data }) => heard(name, String(data)));
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
  }, [address, names]);
  return cutAt;
}

// What a stream of live news is about. Each remembers what it has sent, so that only news is sent.

import type { TopicVersions } from '@rf-indicators/core/store/change-bus';
import type { Topic } from '@rf-indicators/core/store/schema';
import type { DeliveryNews, News } from '../messages.ts';

export interface LiveSubject {
  /** null for the desk. */
  readonly workspaceId: string | null;
  /** Server-sent events; empty if there is no news. */
  eventsOf(news: News): string;
}

/** The deliveries of a workspace: those that are new or changed. */
export function deliveriesOf(workspaceId: string): LiveSubject {
  let sent: ReadonlyMap<string, string> = new Map();
  return {
    workspaceId,
    eventsOf({ moved }) {
      const { deliveries, more } = moved.get(workspaceId) ?? { deliveries: [], more: false };
      const texts = new Map(deliveries.map((delivery) => [delivery.id, JSON.stringify(delivery)]));
      const isNews = ({ id }: DeliveryNews['deliveries'][number]) => sent.get(id) !== texts.get(id);
      const news = deliveries.filter(isNews).map(({ id }) => texts.get(id)!);
      sent = texts;
      return news.length === 0 ? '' : `event: deliveries\ndata: {"data":[${news}],"more":${more}}\n\n`;
    },
  };
}

/** The desk: which topics moved, and `work` if what is under way did, for pages to read again; and what people have open. */
export function deskNews(): LiveSubject {
  let known: TopicVersions | null = null;
  let [work, open] = ['', '[]'];
  return {
    workspaceId: null,
    eventsOf({ desk }) {
      if (desk === null) return '';
      const { versions } = desk;
      // The first event says from when on nothing is missed.
      const isFirst = known === null;
      const topics: string[] = (Object.keys(versions) as Topic[]).filter(
        (topic) => known?.[topic] !== versions[topic],
      );
      if (!isFirst && work !== desk.work) topics.push('work');
      const opened = JSON.stringify(desk.open);
      const events = [
        ...(topics.length === 0 ? [] : [`event: ${isFirst ? 'began' : 'moved'}\ndata: ${topics}\n\n`]),
        ...(opened === open ? [] : [`event: presence\ndata: ${opened}\n\n`]),
      ];
      known = versions;
      work = desk.work;
      open = opened;
      return events.join('');
    },
  };
}

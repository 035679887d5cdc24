// Receives PostgreSQL notifications about moved topics, on one connection that listens to a channel for each topic and
// reconnects when it is lost.

import pg from 'pg';
import type { ChangeListener } from './change-bus.ts';
import type { Topic } from './schema.ts';

const RECONNECT_MS = 1000;

export function listenOnPostgres(config: pg.ClientConfig, notify: () => void): ChangeListener {
  const listened = new Set<Topic>();
  let isStopped = false;
  let client: pg.Client | null = null;
  let isConnected = false;
  let reconnect: NodeJS.Timeout | undefined;

  const listen = (on: pg.Client, topics: Iterable<Topic>) =>
    on.query([...topics].map((topic) => `listen ${channelOf(topic)}`).join('; '));
  const connect = async () => {
    const next = new pg.Client(config);
    const lost = () => {
      if (client !== next) return;
      client = null;
      isConnected = false;
      void next.end().catch(() => undefined);
      if (!isStopped) reconnect = setTimeout(connect, RECONNECT_MS).unref();
    };
    client = next;
    next.on('error', lost);
    next.on('end', lost);
    next.on('notification', notify);
    try {
      await next.connect();
      if (client !== next) return;
      isConnected = true;
      await listen(next, listened);
    } catch {
      lost();
    }
  };
  return {
    listenTo(topics) {
      const added = topics.filter((topic) => !listened.has(topic));
      for (const topic of added) listened.add(topic);
      if (client === null && reconnect === undefined) void connect();
      // If this fails, the connection is lost, and the client reports that itself.
      else if (isConnected && added.length > 0) listen(client!, added).catch(() => undefined);
    },
    async stop() {
      isStopped = true;
      clearTimeout(reconnect);
      await client?.end().catch(() => undefined);
    },
  };
}

/** The trigger of migration 0005 uses the same name. */
function channelOf(topic: Topic): string {
  return `rf_${topic}`;
}

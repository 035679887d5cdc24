// Receives PostgreSQL notifications about moved topics, on one connection that listens to a channel for each topic and
// reconnects when it is lost. A connection whose other side vanished is silent, like one that has nothing to tell, so
// the listener asks it now and then. Behind a pooler such as PgBouncer, a connection is shared with others and cannot
// listen: the bus then only polls.

import pg from 'pg';
import type { ChangeListener } from './change-bus.ts';
import { socketOf } from './postgres-connection.ts';
import { CONNECT_MS } from './postgres-pool.ts';
import type { Topic } from './schema.ts';

const RECONNECT_MS = 1000;
/** How often the connection is asked, and how long an answer may take; the bus polls meanwhile. */
const CHECKS = { everyMs: 2000, answerMs: 4000 };
const CLOSE_MS = 500;

export interface ListenerEvents {
  notify(): void;
  /** The server at this address takes no writes: it was demoted, or is not promoted yet. */
  onStandby(): void;
}

export function listenOnPostgres(
  config: pg.ClientConfig,
  { notify, onStandby }: ListenerEvents,
  { everyMs, answerMs } = CHECKS,
): ChangeListener {
  const listened = new Set<Topic>();
  let isStopped = false;
  let isPooled = false;
  let client: pg.Client | null = null;
  let isConnected = false;
  let reconnect: NodeJS.Timeout | undefined;
  let checking: NodeJS.Timeout | undefined;

  /** What the connection is asked now; a client takes one query at a time. */
  let asked: Promise<unknown> = Promise.resolve();
  const ask = <R extends pg.QueryResultRow>(on: pg.Client, query: string): Promise<pg.QueryResult<R>> => {
    const result = asked.then(() => on.query<R>(query));
    asked = result.catch(() => undefined);
    return result;
  };
  const listen = (on: pg.Client, topics: Iterable<Topic>) =>
    ask(on, [...topics].map((topic) => `listen ${channelOf(topic)}`).join('; '));
  const check = async (on: pg.Client, lost: () => void) => {
    const late = setTimeout(lost, answerMs).unref();
    try {
      const { rows } = await ask<{ standby: boolean }>(
        on,
        "select current_setting('transaction_read_only') = 'on' as standby",
      );
      clearTimeout(late);
      if (client !== on) return;
      if (rows[0]!.standby) {
        onStandby();
        return lost();
      }
      checking = setTimeout(() => void check(on, lost), everyMs).unref();
    } catch {
      clearTimeout(late);
      lost();
    }
  };
  const connect = async () => {
    const next = new pg.Client({ ...config, connectionTimeoutMillis: CONNECT_MS });
    const lost = () => {
      if (client !== next) return;
      client = null;
      isConnected = false;
      clearTimeout(checking);
      void close(next);
      if (!isStopped && !isPooled) reconnect = setTimeout(connect, RECONNECT_MS).unref();
    };
    client = next;
    asked = Promise.resolve();
    next.on('error', lost);
    next.on('end', lost);
    next.on('notification', notify);
    let late: NodeJS.Timeout | undefined;
    try {
      await next.connect();
      if (client !== next) return;
      late = setTimeout(lost, answerMs).unref();
      isPooled = await isBehindPooler(next);
      if (isPooled) return lost();
      isConnected = true;
      if (listened.size > 0) await listen(next, listened);
      void check(next, lost);
    } catch {
      lost();
    } finally {
      clearTimeout(late);
    }
  };
  return {
    listenTo(topics) {
      const added = topics.filter((topic) => !listened.has(topic));
      for (const topic of added) listened.add(topic);
      if (client === null && reconnect === undefined && !isPooled) void connect();
      // If this fails, the connection is lost, and the client reports that itself.
      else if (isConnected && added.length > 0) listen(client!, added).catch(() => undefined);
    },
    async stop() {
      isStopped = true;
      clearTimeout(reconnect);
      clearTimeout(checking);
      const last = client;
      client = null;
      if (last !== null) await close(last);
    },
  };
}

/** The other side may be gone, and never close the connection. */
async function close(client: pg.Client): Promise<void> {
  const late = setTimeout(() => socketOf(client).destroy(), CLOSE_MS);
  await client.end().catch(() => undefined);
  clearTimeout(late);
}

/** A pooler answers in the name of a process that is not the one which executes queries. */
async function isBehindPooler(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid !== (client as pg.Client & { processID: number | null }).processID;
}

/** The trigger of migration 0005 uses the same name. */
function channelOf(topic: Topic): string {
  return `rf_${topic}`;
}

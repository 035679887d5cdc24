// PostgreSQL connections per thread, and how long its queries may take. A process has at most 13 connections, however
// much it does at once: the reading thread uses one more to listen for changes. In the background thread, scheduled work,
// acts and a verification have one each, and the verification reads its snapshot on one more. One connection is enough
// where nothing reads beside its own open transaction.

import type { ConnectOptions } from '@rf-indicators/core/store/store';

/** For work that somebody waits for: a database that does not answer is noticed within ten seconds. */
const SHORT = { queryMs: 8000, idleTransactionMs: 30_000 };
/**
 * For work whose single queries can take long, such as a run over all providers. Its transactions do not wait long for
 * their node: what they write is prepared before. So the locks of a node that vanished are soon free here too.
 */
const LONG = { queryMs: 120_000, idleTransactionMs: 30_000 };
/** Reads only, and locks no rows. Between two of its queries, a verification hashes the whole log. */
const SNAPSHOT = { queryMs: 120_000, idleTransactionMs: 600_000 };

export const STORE_CONNECTIONS = {
  reading: { name: 'rf reading', connections: 2, ...SHORT },
  bookkeeping: { name: 'rf bookkeeping', connections: 1, ...SHORT },
  // It polls twice a second, which is soon enough for a delivery.
  webhooks: { name: 'rf webhooks', connections: 2, listens: false, ...SHORT },
  console: { name: 'rf console', connections: 2, ...SHORT },
  decisions: { name: 'rf decisions', connections: 1, ...SHORT },
  background: { name: 'rf background', connections: 1, ...LONG },
  verifiedSnapshot: { name: 'rf background', connections: 1, ...SNAPSHOT },
} as const satisfies Record<string, ConnectOptions>;

// PostgreSQL connections per thread. The reading and webhook threads each use one more to listen for changes. There are
// two console threads, which start like the identity thread when people act: a process has at most 17, two of them while the whole store is verified. One connection is
// enough for an act: none reads beside its own open transaction.

import type { ConnectOptions } from '@rf-indicators/core/store/store';

export const STORE_CONNECTIONS = {
  reading: { name: 'rf reading', connections: 3 },
  bookkeeping: { name: 'rf bookkeeping', connections: 2 },
  webhooks: { name: 'rf webhooks', connections: 3 },
  identity: { name: 'rf identity', connections: 1 },
  console: { name: 'rf console', connections: 1 },
  verification: { name: 'rf verification', connections: 1 },
  desk: { name: 'rf desk', connections: 2 },
} as const satisfies Record<string, ConnectOptions>;

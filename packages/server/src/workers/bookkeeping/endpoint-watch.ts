// Finds out that there is a webhook endpoint, so that the webhook thread runs only where one was ever added.

import type { Queries } from '@rf-indicators/core/store/store';

/** Anyone may add the first endpoint, in any process; a test event follows soon after. */
const INTERVAL_MS = 500;

export interface EndpointWatch {
  stop(): Promise<void>;
}

/** Calls `onFound` once. A store that cannot be read is reported by the heartbeat, and is read again here. */
export function watchForEndpoint(db: Queries, onFound: () => void): EndpointWatch {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const look = async () => {
    const found = await db
      .selectFrom('webhook_endpoints')
      .select('id')
      .limit(1)
      .executeTakeFirst()
      .catch(() => undefined);
    if (isStopped) return;
    if (found !== undefined) return onFound();
    timer = setTimeout(() => {
      looking = look();
    }, INTERVAL_MS);
  };
  let looking = look();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

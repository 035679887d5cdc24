// A worker that answers while it is still starting, as the bookkeeping thread does.

import { setTimeout as wait } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { serveRequests } from '../../src/workers/rpc/requests.ts';

export async function run(port: MessagePort): Promise<void> {
  const stopping = serveRequests(port, { ping: async () => 'pong' });
  await wait(200);
  stopping.then(() => port.close());
}

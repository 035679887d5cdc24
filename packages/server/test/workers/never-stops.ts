// A worker that does not end when it is asked to, as a thread that hardly gets any processor time.

import type { MessagePort } from 'node:worker_threads';
import { serveRequests } from '../../src/workers/rpc/requests.ts';

export async function run(port: MessagePort): Promise<void> {
  void serveRequests(port, { work: () => new Promise(() => undefined) });
}

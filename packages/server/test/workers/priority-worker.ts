// A worker that tells the niceness of its thread.

import { readlinkSync } from 'node:fs';
import os from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import { serveRequests } from '../../src/workers/rpc/requests.ts';

export async function run(port: MessagePort): Promise<void> {
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  serveRequests(port, { niceness: async () => os.getPriority(thread) });
  port.on('message', (message) => {
    if (message === 'stop') port.close();
  });
}

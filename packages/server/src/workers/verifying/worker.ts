// A thread of rf verify --all: checks the portions of packages and indicators that it is given. It needs no store.

import type { MessagePort } from 'node:worker_threads';
import { type CheckMaterial, portionCheck } from '@rf-indicators/core/desk/log/portion-checks';
import { serveRequests } from '../rpc/requests.ts';

export async function run(port: MessagePort, material: CheckMaterial): Promise<void> {
  serveRequests(port, { check: await portionCheck(material) });
  port.on('message', (message) => {
    if (message === 'stop') port.close();
  });
}

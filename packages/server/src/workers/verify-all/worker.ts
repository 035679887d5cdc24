// A thread of rf verify --all, which checks the parts that it is given.

import type { MessagePort } from 'node:worker_threads';
import type { CheckMaterial } from '@rf-indicators/core/desk/verification/material';
import { type Part, partCheck } from '@rf-indicators/core/desk/verification/parts';
import { connectStore } from '@rf-indicators/core/store/connect';
import { inSnapshot } from '@rf-indicators/core/store/snapshot';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import { serveRequests } from '../rpc/requests.ts';

export interface VerifierSettings {
  material: CheckMaterial;
  location: StoreLocation;
}

export async function run(port: MessagePort, { material, location }: VerifierSettings): Promise<void> {
  const store = await connectStore(location, { connections: 1 });
  // Each part in a snapshot of its own: a transaction writes rows together with their entries.
  const check = await partCheck(material, (work) => inSnapshot(store, ({ db }) => work(db)));
  const stopping = serveRequests(port, { check: (part: Part) => check(part) });
  stopping.then(async () => {
    await store.close();
    port.close();
  });
}

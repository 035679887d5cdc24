// The script that draws the API reference, as bytes.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Body } from '../../indicators/body.ts';

export async function loadBundle(lastModified: number): Promise<Body> {
  const worker = new Worker(new URL('./bundle-worker.ts', import.meta.url), { workerData: lastModified });
  const [body] = await once(worker, 'message');
  return body as Body;
}

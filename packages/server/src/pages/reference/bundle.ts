// Loads the script that renders the API reference.

import { Worker } from 'node:worker_threads';
import type { Body } from '../../rendering/body.ts';

export function loadBundle(lastModified: number): Promise<Body> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./bundle-worker.ts', import.meta.url), { workerData: lastModified });
    worker.once('message', resolve);
    // Stays registered after the script has arrived: an unhandled error of the exiting thread would end the service.
    worker.on('error', reject);
    worker.once('exit', (code) =>
      reject(new Error(`The worker thread exited with code ${code} before it returned the script.`)),
    );
  });
}

// The script that draws the API reference, as bytes.

import { Worker } from 'node:worker_threads';
import type { Body } from '../../rendering/body.ts';

export function loadBundle(lastModified: number): Promise<Body> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./bundle-worker.ts', import.meta.url), { workerData: lastModified });
    worker.once('message', resolve);
    // Listened to even when the script is there: a thread that fails on its way out must not end the service.
    worker.on('error', reject);
    worker.once('exit', (code) => reject(new Error(`The thread ended with ${code} and gave no script.`)));
  });
}

// The rendered guides: made by a worker thread on the first request, and kept.

import { Worker } from 'node:worker_threads';
import type { RenderedGuide } from '../../rendering/guides/markdown.ts';

export type LoadGuides = () => Promise<readonly RenderedGuide[]>;

export function guidesOnce(baseUrl: string): LoadGuides {
  let guides: Promise<readonly RenderedGuide[]> | null = null;
  return () => {
    guides ??= renderAll(baseUrl).catch((error) => {
      // The worker thread may have run out of memory; the next request tries again.
      guides = null;
      throw error;
    });
    return guides;
  };
}

function renderAll(baseUrl: string): Promise<readonly RenderedGuide[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./render-worker.ts', import.meta.url), { workerData: baseUrl });
    worker.once('message', resolve);
    // Stays registered after the guides have arrived: an unhandled error of the exiting thread would end the service.
    worker.on('error', reject);
    worker.once('exit', (code) =>
      reject(new Error(`The worker thread exited with code ${code} before it returned the guides.`)),
    );
  });
}

// GET /docs/api, and the script that renders the API reference.

import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import type { Body } from '../../rendering/body.ts';
import { apiPage } from '../../rendering/pages/reference/api-page.ts';
import type { PageDependencies } from '../dependencies.ts';
import { addFixedPage } from '../fixed-page.ts';
import { contentPolicy, respondPage } from '../respond-page.ts';

/** Also allows our own scripts, requests to this host, and the inline styles that the script sets on elements. */
const REFERENCE_POLICY = contentPolicy({
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'connect-src': "'self'",
});

export function addReference(app: FastifyInstance, dependencies: PageDependencies): void {
  const { site, startedAt } = dependencies;
  addFixedPage(app, dependencies, '/docs/api', () => apiPage(site), REFERENCE_POLICY);
  let bundle: Promise<Body> | null = null;
  app.get('/assets/api-reference-bundle.js', async (request, reply) => {
    bundle ??= loadBundle(startedAt).catch((error) => {
      // The worker thread may have run out of memory; the next request tries again.
      bundle = null;
      throw error;
    });
    return respondPage(request, reply, await bundle);
  });
}

/** Loads the script that renders the API reference. */
function loadBundle(lastModified: number): Promise<Body> {
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

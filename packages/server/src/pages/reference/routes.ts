import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../../service/dependencies.ts';
import type { Body } from '../../rendering/body.ts';
import { respondPage } from '../respond-page.ts';
import { addStandingPage } from '../fixed-page.ts';
import { apiPage, REFERENCE_POLICY } from '../../rendering/pages/reference/api-page.ts';
import { loadBundle } from './bundle.ts';

export function addReference(app: FastifyInstance, dependencies: AppDependencies): void {
  const { disclosure, standing } = dependencies;
  addStandingPage(app, dependencies, '/docs/api', () => apiPage(disclosure), REFERENCE_POLICY);
  let bundle: Promise<Body> | null = null;
  app.get('/assets/api-reference-bundle.js', async (request, reply) => {
    bundle ??= loadBundle(standing().startedAt).catch((error) => {
      // A thread can fail for lack of memory: the next reader tries again.
      bundle = null;
      throw error;
    });
    respondPage(request, reply, await bundle);
  });
}

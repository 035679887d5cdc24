import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../../dependencies.ts';
import type { Body } from '../../indicators/body.ts';
import { pageBody, respondPage } from '../respond-page.ts';
import { apiPage, REFERENCE_POLICY } from './api-page.ts';
import { loadBundle } from './bundle.ts';

export function addReference(app: FastifyInstance, { disclosure, standing }: AppDependencies): void {
  let page: Promise<Body> | null = null;
  let bundle: Promise<Body> | null = null;
  app.get('/docs/api', async (request, reply) => {
    page ??= pageBody(apiPage(disclosure), standing().startedAt);
    respondPage(request, reply, await page, REFERENCE_POLICY);
  });
  app.get('/assets/api-reference-bundle.js', async (request, reply) => {
    bundle ??= loadBundle(standing().startedAt);
    respondPage(request, reply, await bundle);
  });
}

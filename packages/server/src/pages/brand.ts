// The logo and the colour that a self-hoster set.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Body, prepareBody } from '../rendering/body.ts';
import { LOGO_TYPES } from '../rendering/pages/site.ts';
import type { PageDependencies } from './dependencies.ts';
import { respondPage } from './respond-page.ts';

export function addBrand(app: FastifyInstance, { site, startedAt }: PageDependencies): void {
  const { colour, logoFile } = site;
  if (colour !== null) {
    const text = `.site-header { border-top: 3px solid ${colour}; }\n`;
    const body = prepareBody(text, { lastModified: startedAt, mediaType: 'text/css; charset=utf-8' });
    app.get('/assets/brand.css', (request, reply) => respondPage(request, reply, body));
  }
  if (logoFile !== null) {
    let body: Promise<Body> | null = null;
    app.get('/assets/logo', async (request, reply) => {
      body ??= readFile(logoFile).then((bytes) =>
        prepareBody(bytes, { lastModified: startedAt, mediaType: LOGO_TYPES[path.extname(logoFile)]! }),
      );
      return respondPage(request, reply, await body);
    });
  }
}

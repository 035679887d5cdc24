// GET /docs/templates/…: files of a provider and its inputs that import as they are.

import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { prepareBody } from '../../rendering/body.ts';
import type { PageDependencies } from '../dependencies.ts';
import { respondPage } from '../respond-page.ts';
import { REPOSITORY } from './repository.ts';

/** The date in the files of the repository. Evidence expires, so what is served has the date of today. */
const WRITTEN = '2026-04-01';

export function addTemplates(app: FastifyInstance, { clock }: PageDependencies): void {
  for (const name of ['providers.csv', 'inputs.csv']) {
    app.get(`/docs/templates/${name}`, async (request, reply) => {
      const text = await readFile(new URL(`docs/templates/${name}`, REPOSITORY), 'utf8');
      const now = clock();
      const today = new Date(now).toISOString().slice(0, WRITTEN.length);
      const options = { lastModified: now, mediaType: 'text/csv; charset=utf-8' };
      return respondPage(request, reply, prepareBody(text.replaceAll(WRITTEN, today), options));
    });
  }
}

// The pages: those that the server renders, which work without scripts, and the web application.

import { currentTerms, TERMS_KINDS } from '@rf-indicators/core/accounts/terms-texts';
import type { FastifyInstance } from 'fastify';
import { docsPage } from '../rendering/pages/docs-page.ts';
import { errorsPage } from '../rendering/pages/errors-page.ts';
import { termsPage } from '../rendering/pages/terms-page.ts';
import { addApplication } from './application/routes.ts';
import { addAssets } from './assets.ts';
import type { PageDependencies } from './dependencies.ts';
import { addFixedPage } from './fixed-page.ts';
import { addMethodology } from './methodology/routes.ts';
import { addReference } from './reference/routes.ts';
import { addScores } from './scores/routes.ts';
import { addVerify } from './verify/routes.ts';

export function addPages(app: FastifyInstance, dependencies: PageDependencies): void {
  const { disclosure, baseUrl } = dependencies;
  addScores(app, dependencies);
  addFixedPage(app, dependencies, '/docs', () => docsPage(disclosure));
  addFixedPage(app, dependencies, '/docs/errors', () => errorsPage(disclosure, baseUrl));
  for (const kind of TERMS_KINDS)
    addFixedPage(app, dependencies, `/terms/${kind}`, () => termsPage(disclosure, currentTerms(kind)));
  addReference(app, dependencies);
  addVerify(app, dependencies);
  addMethodology(app, dependencies);
  addApplication(app, dependencies);
  addAssets(app, dependencies);
}

// The pages: those that the server renders, which work without scripts, and the web application.

import { currentTerms, TERMS_KINDS } from '@rf-indicators/core/accounts/terms-texts';
import type { FastifyInstance } from 'fastify';
import { accessPage } from '../rendering/pages/access/page.ts';
import { docsPage } from '../rendering/pages/docs-page.ts';
import { issuancesPage } from '../rendering/pages/issuances-page.ts';
import { termsPage } from '../rendering/pages/terms-page.ts';
import { addApplication } from './application/routes.ts';
import { addAssets, addBrand, addSiteScripts } from './assets.ts';
import { addChangelog } from './changelog/routes.ts';
import { addClients } from './clients/routes.ts';
import { addCompare } from './compare/routes.ts';
import type { PageDependencies } from './dependencies.ts';
import { addFixedPage } from './fixed-page.ts';
import { addGuides } from './guides/routes.ts';
import { addTemplates } from './guides/templates.ts';
import { addMethodology } from './methodology/routes.ts';
import { addPrompts } from './prompts/routes.ts';
import { addProvider } from './provider/routes.ts';
import { addReference } from './reference/routes.ts';
import { addRequest } from './request/routes.ts';

import { addScores } from './scores/routes.ts';
import { addSearch } from './search/routes.ts';
import { addSitemap } from './sitemap.ts';
import { addStatus } from './status/routes.ts';
import { addKept } from './verify/kept.ts';
import { addVerify } from './verify/routes.ts';

export function addPages(app: FastifyInstance, dependencies: PageDependencies): void {
  const { site } = dependencies;
  addScores(app, dependencies);
  addSearch(app, dependencies, addGuides(app, dependencies));
  addTemplates(app, dependencies);
  addClients(app, dependencies);
  addPrompts(app, dependencies);
  addFixedPage(app, dependencies, '/docs/pages', () => docsPage(site));
  for (const kind of TERMS_KINDS)
    addFixedPage(app, dependencies, `/terms/${kind}`, () => termsPage(site, currentTerms(kind)));
  addProvider(app, dependencies);
  addReference(app, dependencies);
  addVerify(app, dependencies);
  addKept(app, dependencies);
  addMethodology(app, dependencies);
  addChangelog(app, dependencies);
  addCompare(app, dependencies);
  addStatus(app, dependencies);
  addRequest(app, dependencies);
  addFixedPage(app, dependencies, '/access', () => accessPage(site));
  addFixedPage(app, dependencies, '/issuances', () => issuancesPage(site));
  addApplication(app, dependencies);
  addAssets(app, dependencies);
  addBrand(app, dependencies);
  addSiteScripts(app, dependencies);
  addSitemap(app, dependencies);
}

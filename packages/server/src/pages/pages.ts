// The pages: those that the server renders, which work without scripts, and the web application.

import { currentTerms, TERMS_KINDS } from '@rf-indicators/core/accounts/terms-texts';
import type { FastifyInstance } from 'fastify';
import { respondProblem } from '../http/respond.ts';
import type { Body } from '../rendering/body.ts';
import { accessPage } from '../rendering/pages/access/page.ts';
import { compareUrl, readCompareQuery } from '../rendering/pages/compare/query.ts';
import { docsPage } from '../rendering/pages/docs-page.ts';
import { issuancesPage } from '../rendering/pages/issuances-page.ts';
import { statusPage } from '../rendering/pages/status/page.ts';
import { termsPage } from '../rendering/pages/terms-page.ts';
import { addApplication } from './application/routes.ts';
import { addAssets, addBrand, addSiteScripts } from './assets.ts';
import { addCards } from './cards/routes.ts';
import { addChangelog } from './changelog/routes.ts';
import { addClients } from './clients/routes.ts';
import type { PageDependencies } from './dependencies.ts';
import { addEmbeds } from './embed/routes.ts';
import { addFixedPage } from './fixed-page.ts';
import { addGuides } from './guides/routes.ts';
import { addMethodology } from './methodology/routes.ts';
import { addPrompts } from './prompts/routes.ts';
import { addProvider } from './provider/routes.ts';
import { readBody } from './read-published.ts';
import { addReference } from './reference/routes.ts';
import { addRequest } from './request/routes.ts';
import { PLAIN_POLICY, pageBody, respondPage } from './respond-page.ts';
import { addScores } from './scores/routes.ts';
import { addSearch } from './search/routes.ts';
import { addSitemap } from './sitemap.ts';
import { addKept } from './verify/kept.ts';
import { addVerify } from './verify/routes.ts';
import { addWhy } from './why/routes.ts';

/** The status says how things are now, so it is rendered again at most this much later. */
const KEPT_MS = 1000;

export function addPages(app: FastifyInstance, dependencies: PageDependencies): void {
  const { site } = dependencies;
  addScores(app, dependencies);
  addSearch(app, dependencies);
  addGuides(app, dependencies);
  addClients(app, dependencies);
  addPrompts(app, dependencies);
  addFixedPage(app, dependencies, '/docs/pages', () => docsPage(site));
  for (const kind of TERMS_KINDS)
    addFixedPage(app, dependencies, `/terms/${kind}`, () => termsPage(site, currentTerms(kind)));
  addProvider(app, dependencies);
  addReference(app, dependencies);
  addVerify(app, dependencies);
  addKept(app, dependencies);
  addWhy(app, dependencies);
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
  addCards(app, dependencies);
  addEmbeds(app, dependencies);
  addSitemap(app, dependencies);
}

/** GET /compare: providers side by side. */
function addCompare(app: FastifyInstance, dependencies: PageDependencies): void {
  app.get<{ Querystring: Record<string, unknown> }>('/compare', async (request, reply) => {
    const { slugs, add } = readCompareQuery(request.query);
    const parameters = {
      ...(slugs.length === 0 ? {} : { providers: slugs.join(',') }),
      ...(add === '' ? {} : { add }),
    };
    const body = await readBody(dependencies, compareUrl(slugs, add), 'comparePage', parameters);
    if (!('problem' in body)) return respondPage(request, reply, body);
    const { problem, ...details } = body;
    respondProblem(request, reply, dependencies.baseUrl, problem, details);
  });
}

function addStatus(app: FastifyInstance, { site, clock, status }: PageDependencies): void {
  let page: Body | null = null;
  let renderedAt = 0;
  app.get('/status', (request, reply) => {
    const now = Math.floor(clock());
    // Also if the clock was set back.
    if (page === null || Math.abs(now - renderedAt) >= KEPT_MS) {
      page = pageBody(statusPage(site, status()), now);
      renderedAt = now;
    }
    return respondPage(request, reply, page, PLAIN_POLICY, 'none');
  });
}

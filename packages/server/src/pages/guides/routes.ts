// The guides below /docs, made from the repository's docs/: pages, their Markdown, charts, llms.txt.

import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Body, prepareBody } from '../../rendering/body.ts';
import { GUIDES, MOVED_GUIDES } from '../../rendering/guides/contents.ts';
import { llmsText } from '../../rendering/guides/llms.ts';
import { guidesOnce } from '../../rendering/guides/read-guides.ts';
import type { RenderedGuide } from '../../rendering/guides/rendered.ts';
import { errorsPage } from '../../rendering/pages/errors-page.ts';
import { guidePage, guidesHome } from '../../rendering/pages/guides/pages.ts';
import { REPOSITORY } from '../../rendering/repository.ts';
import type { PageDependencies } from '../dependencies.ts';
import { respondNotFound } from '../not-found.ts';
import { pageBody, respondPage, respondRedirect } from '../respond-page.ts';

const MARKDOWN = 'text/markdown; charset=utf-8';
const CHART = /^[\w-]+\.svg$/;
/** The date in the templates. Evidence expires, so what is served has the date of today. */
const WRITTEN = '2026-04-01';

export function addGuides(app: FastifyInstance, dependencies: PageDependencies): void {
  const { site, startedAt } = dependencies;
  addTemplates(app, dependencies);
  const guides = guidesOnce(site.baseUrl);
  const bodies = new Map<string, Promise<Body>>();

  /** Made on the first request, and kept; after an error the next request tries again. */
  const kept = (url: string, make: () => Promise<Body>): Promise<Body> => {
    const known = bodies.get(url) ?? make();
    bodies.set(url, known);
    known.catch(() => bodies.delete(url));
    return known;
  };
  const text = (content: string, mediaType: string) =>
    prepareBody(content, { lastModified: startedAt, mediaType, hot: true });
  const fixed = (url: string, make: (rendered: readonly RenderedGuide[]) => Body) =>
    app.get(url, async (request, reply) =>
      respondPage(request, reply, await kept(url, async () => make(await guides()))),
    );

  fixed('/docs', () => pageBody(guidesHome(site), startedAt));
  fixed('/llms.txt', () => text(llmsText(site), 'text/plain; charset=utf-8'));
  for (const { name } of GUIDES) {
    const find = (rendered: readonly RenderedGuide[]) => rendered.find((guide) => guide.name === name)!;
    fixed(`/docs/${name}.md`, (rendered) => text(find(rendered).markdown, MARKDOWN));
    // Problem documents link to their page, which is made from the same table as the guide.
    if (name === 'errors') fixed('/docs/errors', () => pageBody(errorsPage(site), startedAt));
    else fixed(`/docs/${name}`, (rendered) => pageBody(guidePage(site, find(rendered)), startedAt));
  }

  for (const [name, now] of Object.entries(MOVED_GUIDES))
    for (const form of ['', '.md'])
      app.get(`/docs/${name}${form}`, async (request, reply) =>
        respondRedirect(request, reply, `/docs/${now}${form}`, 301),
      );

  app.get<{ Params: { file: string } }>('/docs/benchmarks/:file', async (request, reply) => {
    const { file } = request.params;
    if (!CHART.test(file)) return respondNotFound(request, reply, dependencies);
    const chart = () => readFile(new URL(`docs/benchmarks/${file}`, REPOSITORY), 'utf8');
    return respondChart(request, reply, () =>
      kept(`/docs/benchmarks/${file}`, async () => text(await chart(), 'image/svg+xml')),
    );
  });

  const respondChart = async (request: FastifyRequest, reply: FastifyReply, find: () => Promise<Body>) => {
    const body = await find().catch((error) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    return body === null ? respondNotFound(request, reply, dependencies) : respondPage(request, reply, body);
  };
}

/** GET /docs/templates/…: the templates of a provider and of its inputs, as rf prints them today. */
function addTemplates(app: FastifyInstance, { clock }: PageDependencies): void {
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

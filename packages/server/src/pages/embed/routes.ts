// GET /embed/{slug}, GET /embed/{slug}.svg and GET /oembed: what pages of others show of a provider.

import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { respondBody, respondProblem } from '../../http/respond.ts';
import { chartStyle } from '../../rendering/embeds/chart-style.ts';
import { embedNotFoundPage } from '../../rendering/embeds/page.ts';
import { THEMES, type Theme, themeOf } from '../../rendering/embeds/theme.ts';
import type { ReadProblem } from '../../rendering/reading.ts';
import type { PageDependencies } from '../dependencies.ts';
import { respondNotFound } from '../not-found.ts';
import { readBody } from '../read-published.ts';
import { contentPolicy, respondPage, respondRedirect, respondRefusedPage } from '../respond-page.ts';

/** The only pages that others may frame: they have no script, no form and no session. */
const FRAMED_POLICY = contentPolicy({ 'frame-ancestors': '*', 'form-action': "'none'" });
/** The picture has a style sheet of its own, which counts where the picture is opened by itself. */
const PICTURE_POLICIES = Object.fromEntries(
  THEMES.map((theme) => [
    theme,
    `default-src 'none'; style-src 'sha256-${hash('sha256', chartStyle(theme), 'base64')}'; frame-ancestors *`,
  ]),
) as Readonly<Record<Theme, string>>;
/** Anything else is the slug of nobody. */
const SLUG = /^[a-z0-9-]{1,80}$/;
const NOT_FOUND: readonly string[] = ['provider_not_found', 'indicator_not_found'];

interface EmbedRequest {
  Params: { slug: string };
  Querystring: Record<string, unknown>;
}

export function addEmbeds(app: FastifyInstance, dependencies: PageDependencies): void {
  const { site, baseUrl } = dependencies;

  const respondUnknown = (
    request: FastifyRequest,
    reply: FastifyReply,
    { problem, ...details }: ReadProblem,
    theme: Theme,
  ) => {
    if (!NOT_FOUND.includes(problem)) return respondProblem(request, reply, baseUrl, problem, details);
    respondRefusedPage(request, reply, 404, embedNotFoundPage(site, theme), FRAMED_POLICY);
  };

  app.get<EmbedRequest>('/embed/:slug', async (request, reply) => {
    const theme = themeOf(request.query.theme);
    const [, slug = '', suffix = ''] = /^(.*?)(\.svg)?$/.exec(request.params.slug) ?? [];
    if (!SLUG.test(slug)) {
      if (suffix !== '') return respondNotFound(request, reply, dependencies);
      return respondUnknown(request, reply, { problem: 'provider_not_found' }, theme);
    }
    const at = (name: string) => `/embed/${name}${suffix}${theme === 'auto' ? '' : `?theme=${theme}`}`;
    const body = await readBody(dependencies, at(slug), suffix === '' ? 'embedPage' : 'embedChart', {
      ...{ slug, theme },
    });
    if (!('problem' in body))
      return respondPage(request, reply, body, suffix === '' ? FRAMED_POLICY : PICTURE_POLICIES[theme]);
    // Frames of others go on working when a provider gets another slug.
    if (body.movedTo !== undefined) return respondRedirect(request, reply, at(body.movedTo));
    if (suffix !== '') return respondNotFound(request, reply, dependencies);
    respondUnknown(request, reply, body, theme);
  });

  addOembed(app, dependencies);
}

const LARGEST = 10_000;

/** The description of what a page can be embedded as (oEmbed 1.0). Only the pages of providers can. */
function addOembed(app: FastifyInstance, dependencies: PageDependencies): void {
  const { baseUrl } = dependencies;
  app.get<{ Querystring: Record<string, unknown> }>('/oembed', async (request, reply) => {
    const { url, format = 'json', maxwidth, maxheight } = request.query;
    if (format !== 'json') return respondNotImplemented(request, reply);
    const errors = Object.entries({ maxwidth, maxheight })
      .filter(([, given]) => given !== undefined && !isSize(given))
      .map(([parameter]) => ({
        ...{ parameter, code: 'not_size' },
        message: `must be a whole number from 1 to ${LARGEST}`,
      }));
    if (errors.length > 0) return respondProblem(request, reply, baseUrl, 'invalid_parameter', { errors });
    const slug = slugOf(baseUrl, url);
    if (slug === null) return respondProblem(request, reply, baseUrl, 'not_found', { detail: WHAT_CAN_BE });
    const room = {
      ...(maxwidth === undefined ? {} : { width: Number(maxwidth) }),
      ...(maxheight === undefined ? {} : { height: Number(maxheight) }),
    };
    const name = `oembed of ${slug} in ${maxwidth ?? ''}x${maxheight ?? ''}`;
    const read = (of: string, under: string) =>
      readBody(dependencies, under, 'oembed', { slug: of, ...room });
    let body = await read(slug, name);
    if ('problem' in body && body.movedTo !== undefined) body = await read(body.movedTo, `${name}, moved`);
    if (!('problem' in body)) return respondBody(request, reply, body, 'public');
    const { problem, ...details } = body;
    respondProblem(request, reply, baseUrl, problem, details);
  });
}

const WHAT_CAN_BE = 'url must be the address of the page of a provider of this service.';

function isSize(given: unknown): boolean {
  return /^[1-9]\d*$/.test(String(given)) && Number(given) <= LARGEST;
}

/** Null for every address but that of the page of a provider here. */
function slugOf(baseUrl: string, url: unknown): string | null {
  const start = `${baseUrl}/providers/`;
  if (typeof url !== 'string' || !url.startsWith(start)) return null;
  return /^([a-z0-9-]{1,80})(?:\/report)?\/?(?:[?#].*)?$/.exec(url.slice(start.length))?.[1] ?? null;
}

/** As oEmbed prescribes for a format that a service does not have. */
function respondNotImplemented(request: FastifyRequest, reply: FastifyReply): void {
  const text = 'Only JSON is implemented: ask with format=json.\n';
  reply.hijack();
  reply.raw.writeHead(501, [
    ...['x-request-id', request.id, 'content-type', 'text/plain; charset=utf-8'],
    ...['content-length', String(text.length), 'cache-control', 'no-store'],
  ]);
  reply.raw.end(text);
}

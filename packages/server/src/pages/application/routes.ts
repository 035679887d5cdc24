// The web application: one page for all its addresses, and its files, which have a hash in their name and never change.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Body } from '../../rendering/body.ts';
import type { PageDependencies } from '../dependencies.ts';
import { respondNotFound } from '../not-found.ts';
import { contentPolicy, respondPage } from '../respond-page.ts';

/** Scripts, styles and requests of this host only. */
const POLICY = contentPolicy({ 'script-src': "'self'", 'connect-src': "'self'", 'img-src': "'self'" });

const PAGES = ['/components', '/sign-in', '/sign-in/*', '/console', '/console/*', '/desk', '/desk/*'];
const FILE_NAME = /^[\w-]+(\.[\w-]+)*\.(js|css|svg)$/;
/** Other addresses below /console: documents, lists as CSV, live news. They have routes of their own. */
const FILES_OF_THE_CONSOLE = /^\/console\/(?:documents\/|events(?:\?|$)|[\w-]+\.csv(?:\?|$))/;
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

export function addApplication(app: FastifyInstance, dependencies: PageDependencies): void {
  const { startedAt } = dependencies;
  const folder = new URL('./dist/', import.meta.resolve('@rf-indicators/web/package.json'));
  const files = new Map<string, Promise<Body | null>>();
  const fileOf = (name: string) => {
    const known = files.get(name) ?? readBuilt(new URL(name, folder), startedAt);
    files.set(name, known);
    return known;
  };
  const respond = async (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const body = await fileOf(name);
    if (body === null) respondNotFound(request, reply, dependencies);
    else return respondPage(request, reply, body, POLICY, name === 'index.html' ? 'none' : 'immutable');
  };
  for (const url of PAGES) {
    app.get(url, (request, reply) =>
      FILES_OF_THE_CONSOLE.test(request.url)
        ? respondNotFound(request, reply, dependencies)
        : respond(request, reply, 'index.html'),
    );
  }
  app.get<{ Params: { name: string } }>('/app/assets/:name', async (request, reply) => {
    const { name } = request.params;
    if (FILE_NAME.test(name)) await respond(request, reply, `assets/${name}`);
    else respondNotFound(request, reply, dependencies);
  });
}

/** null if the build has no such file. It was compressed when it was built. */
async function readBuilt(file: URL, lastModified: number): Promise<Body | null> {
  try {
    const [identity, gzip, brotli] = await Promise.all(
      ['', '.gz', '.br'].map((suffix) => readFile(new URL(file.href + suffix))),
    );
    return {
      mediaType: MEDIA_TYPES[file.pathname.split('.').at(-1)!]!,
      identity: identity!,
      compressions: ['br', 'gzip'],
      compressed: { gzip: gzip!, br: brotli! },
      tag: createHash('sha256').update(identity!).digest('base64url').slice(0, 22),
      isWeak: false,
      lastModified,
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

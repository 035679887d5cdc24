// GET /verify and GET /verify/{id}: public pages that show whether we published an indicator and whether it is current.

import type { Methodology, PublicScores, SigningKeys, Verification } from '@rf-indicators/contract';
import type { ServiceEntry } from '@rf-indicators/core/log/service-history';
import type { FastifyInstance } from 'fastify';
import { respondProblem } from '../../http/respond.ts';
import type { Body } from '../../rendering/body.ts';
import { askPage, notPublishedPage } from '../../rendering/pages/verify/ask.ts';
import type { Bands } from '../../rendering/pages/verify/headline.ts';
import { type Neighbours, neighbourIds } from '../../rendering/pages/verify/history.ts';
import { readId } from '../../rendering/pages/verify/id.ts';
import { notCheckedPage } from '../../rendering/pages/verify/not-checked.ts';
import type { PageDependencies } from '../dependencies.ts';
import { cachePerBody } from '../page-cache.ts';
import { jsonOf, readBody, readPublished } from '../read-published.ts';
import {
  pageBody,
  respondPage,
  respondPageNotFound,
  respondRedirect,
  respondRefusedPage,
} from '../respond-page.ts';
import { readProof } from './read-proof.ts';

/** What the log says of the service itself, which every verification page shows. */
const SERVICE_HISTORY = '/log-of-service.json';

export function addVerify(app: FastifyInstance, dependencies: PageDependencies): void {
  const { site, startedAt } = dependencies;
  const cachedPage = cachePerBody((proof) => renderPage(dependencies, proof));
  const cachedAsk = cachePerBody(async (scores) =>
    pageBody(askPage(site, jsonOf<PublicScores>(scores).data[0]?.verification_id ?? null), startedAt),
  );

  app.get('/verify', async (request, reply) => {
    const { id: typed } = request.query as { id?: string | string[] };
    if (typed === undefined || typed === '') {
      const scores = await readPublished(dependencies, 'listPublicScores', {});
      const page = 'problem' in scores ? pageBody(askPage(site, null), startedAt) : await cachedAsk(scores);
      return respondPage(request, reply, page);
    }
    const text = String(typed);
    const id = readId(text);
    if (id !== null) return respondRedirect(request, reply, `/verify/${id}`);
    respondPageNotFound(request, reply, notPublishedPage(site, text, false));
  });

  for (const [path, read] of [
    ['/provider-names.json', 'providerNames'],
    [SERVICE_HISTORY, 'serviceHistory'],
  ] as const) {
    app.get(path, async (request, reply) => {
      const body = await readBody(dependencies, path, read, {});
      if (!('problem' in body)) return respondPage(request, reply, body);
      const { problem, ...details } = body;
      respondProblem(request, reply, dependencies.baseUrl, problem, details);
    });
  }

  app.get('/verify/:id', async (request, reply) => {
    const { id: typed } = request.params as { id: string };
    const id = readId(typed);
    if (id === null) return respondPageNotFound(request, reply, notPublishedPage(site, typed, false));
    // Each page has one URL.
    if (id !== typed) return respondRedirect(request, reply, `/verify/${id}`);
    const proof = await readProof(dependencies, id);
    if (proof === 'unknown') return respondPageNotFound(request, reply, notPublishedPage(site, id, true));
    if (proof === 'unavailable') return respondRefusedPage(request, reply, 503, notCheckedPage(site, id));
    return respondPage(request, reply, await cachedPage(proof));
  });
}

async function renderPage(dependencies: PageDependencies, source: Body): Promise<Body> {
  const { clock, site, witnesses } = dependencies;
  // Loaded here, as few processes ever show a proof.
  const { performChecks } = await import('../../rendering/pages/verify/checks.ts');
  const { verifyPage } = await import('../../rendering/pages/verify/page.ts');
  const { witnessesOf } = await import('../../rendering/pages/verify/witnesses.ts');
  const proof = jsonOf<Verification>(source);
  const keys = await readPublished(dependencies, 'listSigningKeys', {});
  if ('problem' in keys) throw new Error(`The signing keys cannot be read: ${keys.problem}`);
  const checkedAt = Math.floor(clock());
  const page = verifyPage({
    proof,
    checks: await performChecks(proof, jsonOf<SigningKeys>(keys)),
    witnesses: await witnessesOf(proof.log.checkpoint, witnesses),
    neighbours: await readNeighbours(dependencies, proof),
    bands: await bandsOf(dependencies, proof),
    history: await readServiceEntries(dependencies),
    checkedAt,
    site,
  });
  return pageBody(page, checkedAt);
}

async function readNeighbours(dependencies: PageDependencies, proof: Verification): Promise<Neighbours> {
  const neighbours = new Map<string, Verification>();
  for (const id of neighbourIds(proof)) {
    const body = await readPublished(dependencies, 'verifyIndicator', { verification_id: id });
    if (!('problem' in body)) neighbours.set(id, jsonOf<Verification>(body));
  }
  return neighbours;
}

async function readServiceEntries(dependencies: PageDependencies): Promise<ServiceEntry[]> {
  const body = await readBody(dependencies, SERVICE_HISTORY, 'serviceHistory', {});
  if ('problem' in body) throw new Error(`The history of the service cannot be read: ${body.problem}`);
  return jsonOf<{ entries: ServiceEntry[] }>(body).entries;
}

/** Only the current framework is read here; null for an indicator under another framework. */
async function bandsOf(dependencies: PageDependencies, { statement }: Verification): Promise<Bands | null> {
  const body = await readPublished(dependencies, 'getMethodology', {});
  if ('problem' in body) return null;
  const { digest, thresholds } = jsonOf<Methodology>(body);
  return digest === statement.methodology_digest ? thresholds.bands : null;
}

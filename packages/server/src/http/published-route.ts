// Route handler for operations that read published data. Prepared and cached responses are looked up in memory; all
// others come from the reading thread, which is asked once for concurrent requests for the same data.

import type { Operation, OperationId } from '@rf-indicators/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOfPublication } from '../rendering/of-publication.ts';
import type { Published } from '../rendering/published.ts';
import type { OlderScore, Parameters, Prepared } from '../rendering/reading.ts';
import { canonicalUrl } from './canonical-url.ts';
import { type ParameterCheck, parameterCheck } from './parameters.ts';
import { respondBody, respondProblem } from './respond.ts';
import type { SharedReads } from './shared-reads.ts';

export type AskReader = (
  operation: OperationId,
  parameters: Parameters,
  older?: OlderScore,
) => Promise<Prepared>;

export interface PublishedDependencies {
  baseUrl: string;
  published: Published;
  sharedReads: SharedReads;
  askReader: AskReader;
  /** Whether the read is one of the few that are requested often. */
  isHot: (operation: OperationId, parameters: Parameters) => boolean;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export function publishedHandler(operation: Operation, dependencies: PublishedDependencies): Handler {
  const check = parameterCheck(operation);
  return (request, reply) => read(operation, check, dependencies, request, reply);
}

async function read(
  operation: Operation,
  check: ParameterCheck,
  dependencies: PublishedDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { baseUrl, published } = dependencies;
  const checked = check(
    request.params as Record<string, string>,
    request.query as Record<string, string | string[]>,
  );
  if ('errors' in checked) {
    return respondProblem(request, reply, baseUrl, 'invalid_parameter', checked);
  }
  const { parameters } = checked;
  const url = canonicalUrl(operation, parameters);
  const ready = published.find(url);
  if (ready) return respondBody(request, reply, ready, operation.caching);
  const prepared = published.findProblem(url) ?? (await askOnce(operation, parameters, url, dependencies));
  if ('problem' in prepared) {
    const { problem, ...details } = prepared;
    return respondProblem(request, reply, baseUrl, problem, details);
  }
  return respondBody(request, reply, prepared.body, operation.caching);
}

function askOnce(
  operation: Operation,
  parameters: Parameters,
  url: string,
  { published, sharedReads, askReader, isHot }: PublishedDependencies,
): Promise<Prepared> {
  const id = operation.id as OperationId;
  return sharedReads.read(
    url,
    () => askReader(id, parameters, published.findOlder(url)),
    (prepared) => {
      if ('problem' in prepared) {
        // Programs go on asking for a provider that they hold, so its withdrawal is read once and not for each request.
        if (prepared.problem === 'indicator_withdrawn' && isHot(id, parameters))
          published.keepProblem(url, prepared);
        return;
      }
      // Of public responses anyone can ask for any number, except of those that have one URL.
      const audience = operation.access === 'public' && !isHot(id, parameters) ? 'anonymous' : 'keyed';
      const { toKeep, source } = prepared;
      published.keep(url, toKeep, audience, { isOfPublication: isOfPublication(id), source });
    },
  );
}

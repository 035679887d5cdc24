// An operation that reads what is published, where the address is none of those that are answered at once: what is
// ready, or was for somebody before, is a look-up; for the rest the reading thread is asked, once for all who ask the
// same at the same time.

import type { Operation, OperationId } from '@rf-indicators/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Body } from '../rendering/body.ts';
import type { Published } from '../rendering/published.ts';
import type { Fault, Parameters } from '../rendering/reading.ts';
import { canonicalUrl } from './canonical-url.ts';
import { type ParameterCheck, parameterCheck } from './parameters.ts';
import { respondBody, respondProblem } from './respond.ts';

/** What the reading thread answers: bytes for the one who asked and, where they differ, those to keep. */
export type Prepared = { body: Body; toKeep: Body } | Fault;
export type AskReader = (operation: OperationId, parameters: Parameters) => Promise<Prepared>;

export interface PublishedDependencies {
  baseUrl: string;
  published: Published;
  askReader: AskReader;
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
  const ready = isStanding(operation, parameters)
    ? published.snapshot(String(parameters.providerId))
    : (published.document(url) ?? published.kept(url));
  if (ready) return respondBody(request, reply, ready, operation.caching);
  const prepared = await askOnce(operation, parameters, url, dependencies);
  if ('problem' in prepared) {
    const { problem, ...details } = prepared;
    return respondProblem(request, reply, baseUrl, problem, details);
  }
  respondBody(request, reply, prepared.body, operation.caching);
}

/** The indicator that stands, not one of the past: it has a place of its own. */
function isStanding({ id }: Operation, { as_of }: Parameters): boolean {
  return id === 'getScore' && as_of === undefined;
}

const underWay = new WeakMap<Published, Map<string, Promise<Prepared>>>();

function askOnce(
  operation: Operation,
  parameters: Parameters,
  url: string,
  { published, askReader }: PublishedDependencies,
): Promise<Prepared> {
  let asked = underWay.get(published);
  if (asked === undefined) {
    asked = new Map();
    underWay.set(published, asked);
  }
  const { swaps } = published;
  // Who asks after a swap must not get what was asked for before it.
  const question = `${swaps} ${url}`;
  const already = asked.get(question);
  if (already !== undefined) return already;
  const answer = askReader(operation.id as OperationId, parameters)
    .then((prepared) => {
      // What was read before a swap may be old after it.
      if ('problem' in prepared || published.swaps !== swaps) return prepared;
      if (isStanding(operation, parameters)) published.put(String(parameters.providerId), prepared.toKeep);
      else published.keep(url, prepared.toKeep);
      return prepared;
    })
    .finally(() => asked.delete(question));
  asked.set(question, answer);
  return answer;
}

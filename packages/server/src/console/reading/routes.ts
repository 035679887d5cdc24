// Routes of the reads with a session: what signed-in members see on the public pages. They answer with the bytes of the
// API's operations, to sessions alone: programs have keys, with limits and usage of their own.

import { TIER_TERMS, TIERS, type Tier } from '@rf-indicators/contract';
import { READER_PATH, SESSION_READS, type SessionRead } from '@rf-indicators/contract/console';
import { personWindowId } from '@rf-indicators/core/accounts/limit-windows';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Admission, admitPerson, admitWithin } from '../../http/admission.ts';
import { routePath } from '../../http/canonical-url.ts';
import { HOUR_MS } from '../../http/credentials.ts';
import { requestAddress } from '../../http/limits/client-address.ts';
import type { Limits } from '../../http/limits/limits.ts';
import { type RatePolicy, ratePolicy } from '../../http/limits/rate-headers.ts';
import { type PublishedDependencies, publishedHandler } from '../../http/published-route.ts';
import { respondText } from '../../http/respond.ts';
import { actingAsOf, type ConsoleDependencies, isUnattended } from '../admission.ts';
import type { ConsoleProblem, ReaderRequest, SessionReader } from '../messages.ts';
import { refuse } from '../route.ts';
import { describeReader, NOT_SIGNED_IN, refusalOf, SESSIONS_ONLY } from './refusals.ts';

export interface ReadingDependencies extends ConsoleDependencies {
  limits: ConsoleDependencies['limits'] & Pick<Limits, 'keyed'>;
  publishedReads: PublishedDependencies;
  /** Null without a valid session. */
  findReader(request: ReaderRequest): Promise<SessionReader | null | ConsoleProblem>;
}

type Refusal = NonNullable<Admission['refusal']>;

/** Named like the limit of the tier's keys, which is as high. */
const POLICIES = Object.fromEntries(
  TIERS.map((tier) => [tier, ratePolicy(tier.toLowerCase(), TIER_TERMS[tier].requestsPerHour, HOUR_MS)]),
) as Record<Tier, RatePolicy>;

export function addSessionReads(app: FastifyInstance, dependencies: ReadingDependencies): void {
  const { metrics, publishedReads } = dependencies;
  const countAs = (request: FastifyRequest, name: string) => {
    request.answers = metrics.answersOf(`reading.${name}`);
    request.startedAt = performance.now();
    request.isShared = false;
  };
  app.get(READER_PATH, async (request, reply) => {
    countAs(request, 'reader');
    const found = await identifyReader(request, dependencies);
    if (found.refusal !== null && found.refusal !== NOT_SIGNED_IN)
      return refuse(request, reply, dependencies, found.refusal);
    respondText(request, reply, 200, JSON.stringify(describeReader(found.reader)));
  });
  for (const read of SESSION_READS) {
    const { operation, path } = read;
    const admit = admission(read, dependencies);
    app.route({
      method: 'GET',
      url: routePath(path),
      onRequest: async (request, reply) => {
        countAs(request, operation.id);
        const refusal = await admit(request);
        if (refusal !== null) refuse(request, reply, dependencies, refusal);
      },
      handler: publishedHandler(operation, publishedReads),
    });
  }
}

/** Refuses whom the operation is not for before it counts in the person's hour. */
function admission({ operation }: SessionRead, dependencies: ReadingDependencies) {
  const { limits, clock } = dependencies;
  return async (request: FastifyRequest): Promise<Refusal | null> => {
    const { reader, refusal } = await identifyReader(request, dependencies);
    if (reader === null) return refusal;
    const refused = refusalOf(reader, operation.access);
    if (refused !== null || reader.kind === 'staff') return refused;
    const { person, tier } = reader;
    const { requestsPerHour: limit } = TIER_TERMS[tier];
    const quota = { windowId: personWindowId(person), limit, policy: POLICIES[tier] };
    request.admission = await admitPerson(limits.keyed, quota, clock());
    return request.admission.refusal;
  };
}

type Found =
  | { reader: SessionReader; refusal: null }
  /** Also if nobody is signed in. */
  | { reader: null; refusal: Refusal };

async function identifyReader(request: FastifyRequest, dependencies: ReadingDependencies): Promise<Found> {
  const { limits, clock, trustedProxies, baseUrl, staffUrl, findReader } = dependencies;
  const address = requestAddress(request.raw, trustedProxies);
  request.admission = await admitWithin(limits.console.perAddress, address, clock());
  const { authorization, cookie, 'x-api-key': key } = request.headers;
  if (request.admission.refusal !== null) return { reader: null, refusal: request.admission.refusal };
  if (authorization !== undefined || key !== undefined) return { reader: null, refusal: SESSIONS_ONLY };
  if (cookie === undefined) return { reader: null, refusal: NOT_SIGNED_IN };
  const reader = await findReader({
    ...{ cookie, address, baseUrl: staffUrl(request) ?? baseUrl },
    ...{ actingAs: actingAsOf(request), isUnattended: isUnattended(request) },
  });
  if (reader === null) return { reader, refusal: NOT_SIGNED_IN };
  if (!('problem' in reader)) return { reader, refusal: null };
  const { code, ...details } = reader.problem;
  return { reader: null, refusal: { code, details } };
}

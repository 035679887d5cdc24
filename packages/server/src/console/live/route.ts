// GET /console/events and GET /console/desk/events: live news as server-sent events, of the workspace that a signed-in
// member acts in and of the desk.

import type { ActName } from '@rf-indicators/contract/acts';
import { CONSOLE_OPERATIONS, type ConsoleOperation } from '@rf-indicators/contract/console';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { startPrivateFile } from '../../http/respond.ts';
import type { ConsoleDependencies } from '../admission.ts';
import { admitting, refuse } from '../route.ts';
import { type LiveStreams, MOST_PER_PERSON } from './streams.ts';
import { deliveriesOf, deskNews, type LiveSubject } from './subjects.ts';

const RETRY_SECONDS = 30;

export interface LiveDependencies extends ConsoleDependencies {
  liveStreams: LiveStreams;
}

export function addLiveNews(app: FastifyInstance, dependencies: LiveDependencies): void {
  addStream('/console/events', 'deliveries.list', ({ identified }) => {
    const { caller } = identified!;
    return caller.kind === 'member' ? deliveriesOf(caller.member.workspace.id) : MEMBERS_ONLY;
  });
  addStream('/console/desk/events', 'inputs.list', () => deskNews());

  /** A person who may list something may follow it. */
  function addStream(
    path: string,
    listing: ActName,
    subjectOf: (request: FastifyRequest) => LiveSubject | string,
  ): void {
    const operation = operationAt(path, listing);
    const options = { onRequest: admitting(operation, dependencies), exposeHeadRoute: false };
    app.get(path, options, async (request, reply) => {
      const subject = subjectOf(request);
      const refusal = refusalOf(request, subject, dependencies.liveStreams);
      if (refusal !== null) refuse(request, reply, dependencies, refusal);
      else startStream(request, reply, dependencies, subject as LiveSubject);
    });
  }
}

/** The admission of an act, for another path. */
function operationAt(path: string, act: ActName): ConsoleOperation {
  return { ...CONSOLE_OPERATIONS.find((operation) => operation.act === act)!, method: 'GET', path };
}

type Refusal = Parameters<typeof refuse>[3];

function refusalOf(
  { identified }: FastifyRequest,
  subject: LiveSubject | string,
  streams: LiveStreams,
): Refusal | null {
  const { person, via } = identified!;
  if (typeof subject === 'string') return { code: 'insufficient_role', details: { detail: subject } };
  if (via !== 'session' || person === null) return { code: 'not_signed_in', details: SESSION_ONLY };
  return streams.hasRoomFor(person) ? null : { code: 'rate_limit_exceeded', details: NO_ROOM };
}

function startStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { liveStreams, baseUrl, staffUrl }: LiveDependencies,
  subject: LiveSubject,
): void {
  const { person } = request.identified!;
  const response = startPrivateFile(request, reply, [
    ...['content-type', 'text/event-stream', 'x-accel-buffering', 'no'],
  ]);
  const { cookie } = request.headers;
  const follower = { cookie: cookie!, person: person!, baseUrl: staffUrl(request) ?? baseUrl };
  liveStreams.add(follower, subject, response);
}

const MEMBERS_ONLY = 'Only members of a workspace can follow its deliveries live.';
const SESSION_ONLY = {
  detail: 'Live news is for pages, with a session. With a token, read the lists again.',
};
const NO_ROOM = {
  detail: `At most ${MOST_PER_PERSON} pages of a person can follow live news at the same time. Close one of them.`,
  headers: ['retry-after', String(RETRY_SECONDS)],
  retry_after: RETRY_SECONDS,
};

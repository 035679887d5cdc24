// GET /console/events: the live news of the workspace that a signed-in member acts in, as server-sent events.

import { CONSOLE_OPERATIONS } from '@rf-indicators/contract/console';
import type { FastifyInstance } from 'fastify';
import { startPrivateFile } from '../../http/respond.ts';
import type { ConsoleDependencies } from '../admission.ts';
import { admitting, refuse } from '../route.ts';
import { type LiveStreams, MOST_PER_PERSON } from './streams.ts';

const PATH = '/console/events';
const RETRY_SECONDS = 30;

export interface LiveDependencies extends ConsoleDependencies {
  liveStreams: LiveStreams;
}

export function addLiveNews(app: FastifyInstance, dependencies: LiveDependencies): void {
  const { liveStreams, baseUrl, staffUrl } = dependencies;
  // Whoever may list deliveries may follow them.
  const listing = CONSOLE_OPERATIONS.find(({ act }) => act === 'deliveries.list')!;
  const operation = { ...listing, method: 'GET', path: PATH } as const;
  const options = { onRequest: admitting(operation, dependencies), exposeHeadRoute: false };
  app.get(PATH, options, async (request, reply) => {
    const { caller, person, via } = request.identified!;
    if (caller.kind !== 'member' || person === null)
      return refuse(request, reply, dependencies, { code: 'insufficient_role', details: MEMBERS_ONLY });
    if (via !== 'session')
      return refuse(request, reply, dependencies, { code: 'not_signed_in', details: SESSION_ONLY });
    if (!liveStreams.hasRoomFor(person))
      return refuse(request, reply, dependencies, { code: 'rate_limit_exceeded', details: NO_ROOM });
    const response = startPrivateFile(request, reply, [
      ...['content-type', 'text/event-stream', 'x-accel-buffering', 'no'],
    ]);
    const follower = { cookie: request.headers.cookie!, person, baseUrl: staffUrl(request) ?? baseUrl };
    liveStreams.add(follower, caller.member.workspace.id, response);
  });
}

const MEMBERS_ONLY = { detail: 'Only members of a workspace can follow its deliveries live.' };
const SESSION_ONLY = {
  detail: 'Live news is for pages, with a session. With a token, read deliveries.attempts.',
};
const NO_ROOM = {
  detail: `At most ${MOST_PER_PERSON} pages of a person can follow deliveries live at the same time. Close one of them.`,
  headers: ['retry-after', String(RETRY_SECONDS)],
  retry_after: RETRY_SECONDS,
};

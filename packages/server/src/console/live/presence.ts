// POST /console/desk/presence: a page of the desk says what it has open. It is not an act: nothing is decided, and no
// record is left.

import { CONSOLE_OPERATIONS } from '@rf-indicators/contract/console';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { respondProblem, respondText } from '../../http/respond.ts';
import { type ConsoleDependencies, isUnattended } from '../admission.ts';
import type { PresenceRequest } from '../messages.ts';
import { admitting } from '../route.ts';

const PATH = '/console/desk/presence';
const LONGEST = 100;

export interface PresenceDependencies extends ConsoleDependencies {
  notePresence(request: PresenceRequest): Promise<void>;
}

export function addPresence(app: FastifyInstance, dependencies: PresenceDependencies): void {
  // For everybody on the staff.
  const listing = CONSOLE_OPERATIONS.find(({ act }) => act === 'inputs.list')!;
  const operation = { ...listing, method: 'POST', path: PATH } as const;
  app.post(PATH, { onRequest: admitting(operation, dependencies) }, (request, reply) =>
    notePresence(request, reply, dependencies),
  );
}

async function notePresence(
  request: FastifyRequest,
  reply: FastifyReply,
  { baseUrl, notePresence: note }: PresenceDependencies,
): Promise<void> {
  const { tab, page, row } = request.query as Record<string, unknown>;
  const errors = Object.entries({ tab, page, row: row ?? 'none' })
    .filter(([, value]) => typeof value !== 'string' || value === '' || value.length > LONGEST)
    .map(([parameter]) => ({ parameter, code: 'invalid', message: RULE }));
  if (errors.length > 0) return respondProblem(request, reply, baseUrl, 'invalid_parameter', { errors });
  const { caller } = request.identified!;
  if (caller.kind === 'staff')
    await note({
      ...{ staffId: caller.actor.id, tab: tab as string, page: page as string },
      row: (row as string | undefined) ?? null,
      isAttended: !isUnattended(request),
    });
  respondText(request, reply, 200, '{"done":true}');
}

const RULE = `must have 1 to ${LONGEST} characters, and be sent once`;

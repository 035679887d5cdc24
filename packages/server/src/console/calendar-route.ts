// The calendar of lapses of a member, at an address that cannot be guessed: calendar programs do not sign in.

import { CALENDAR_PATH } from '@rf-indicators/core/watch/calendar-path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { respondProblem, startPrivateFile } from '../http/respond.ts';

export interface CalendarDependencies {
  baseUrl: string;
  /** Null if there is no calendar at the address. */
  readCalendar(token: string): Promise<string | null>;
}

export function addCalendar(app: FastifyInstance, { baseUrl, readCalendar }: CalendarDependencies): void {
  const onRequest = async (request: FastifyRequest) => {
    request.isShared = false;
  };
  app.get(`${CALENDAR_PATH}:file`, { onRequest, exposeHeadRoute: false }, async (request, reply) => {
    const { file } = request.params as { file: string };
    const text = file.endsWith('.ics') ? await readCalendar(file.slice(0, -'.ics'.length)) : null;
    if (text === null) {
      const detail = 'There is no calendar at this address. Its owner may have ended it.';
      return respondProblem(request, reply, baseUrl, 'not_found', { detail });
    }
    const bytes = Buffer.from(text);
    startPrivateFile(request, reply, [
      ...['content-type', 'text/calendar; charset=utf-8', 'content-length', String(bytes.length)],
      ...['content-disposition', 'inline; filename="lapses.ics"', 'x-robots-tag', 'noindex'],
    ]).end(bytes);
  });
}

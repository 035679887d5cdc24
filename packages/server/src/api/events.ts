// GET /api/v1/events: the events of the workspace in order, for receivers that missed deliveries or have no endpoint.

import { DEFAULT_EVENT_TYPES, type SubscribableEventType } from '@rf-indicators/contract';
import type { Handler } from '../http/handler.ts';
import { readNumberCursor, writeNumberCursor } from '../http/number-cursors.ts';
import { respondBody, respondProblem } from '../http/respond.ts';
import { invalidParameter } from '../rendering/reading.ts';
import type { ApiDependencies } from './dependencies.ts';

const CURSOR = 'events';
const DEFAULT_LIMIT = 100;

export function cursorAfterEvent(sequence: number): string {
  return writeNumberCursor(CURSOR, sequence);
}

export function listEvents({ readEvents, baseUrl }: ApiDependencies): Handler {
  return async ({ request, reply, parameters }) => {
    const { cursor, after = 0, limit = DEFAULT_LIMIT, types } = parameters;
    const start = cursor === undefined ? Number(after) : readNumberCursor(CURSOR, String(cursor));
    if (start === null) {
      const { problem, ...details } = invalidParameter(
        'cursor',
        'not_cursor',
        'is not a cursor of this operation',
      );
      return respondProblem(request, reply, baseUrl, problem, details);
    }
    const { row, entitlements } = request.admission!.credential!;
    const { body } = await readEvents({
      workspaceId: row.workspaceId,
      isEntitled: entitlements.has('scores'),
      after: start,
      limit: Number(limit),
      types:
        types === undefined ? DEFAULT_EVENT_TYPES : (String(types).split(',') as SubscribableEventType[]),
    });
    return respondBody(request, reply, body, 'keyed');
  };
}

// Requests from the public to score a provider.

import { Type } from 'typebox';
import { nullable } from '../schemas/forms.ts';
import { act, STAFF_ROLES } from './act.ts';
import { Done, EpochMs, Id, listOf, strict, text } from './forms.ts';

const deciders = { staff: ['analyst', 'operator'] } as const;
const Status = Type.Enum(['received', 'accepted', 'declined', 'scored'], { type: 'string' });
const Decision = strict({
  id: text('Id of the request.', 100),
  note: Type.Optional(text('Reason; it is stored with the request.', 10_000)),
});

export const scoreRequestActs = {
  'score_requests.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists score requests, oldest first.',
    input: strict({ status: Type.Optional(Status) }),
    answer: listOf(
      strict({
        id: Id,
        provider_name: Type.String(),
        provider_url: nullable(Type.String()),
        planner_type: nullable(Type.String()),
        contact_email: nullable(Type.String()),
        message: nullable(Type.String()),
        status: Status,
        received_at: EpochMs,
        decided_at: nullable(EpochMs),
        decided_by: nullable(Type.String()),
        note: nullable(Type.String()),
      }),
    ),
  }),
  'score_requests.accept': act({
    kind: 'act',
    who: deciders,
    description: 'Accepts a score request that was received.',
    input: Decision,
    answer: Done,
  }),
  'score_requests.decline': act({
    kind: 'act',
    who: deciders,
    description: 'Declines a score request that was received.',
    input: Decision,
    answer: Done,
  }),
  'score_requests.mark_scored': act({
    kind: 'act',
    who: deciders,
    description: 'Records that an accepted score request led to a score.',
    input: Decision,
    answer: Done,
  }),
};

// The usage of a workspace.

import type { Static } from 'typebox';
import { Instant, LimitationsDisclosure, NextCursor, TierName, Uuid } from '../schemas/common.ts';
import { Type } from '../type.ts';
import { JSON_TYPE, operations } from './operation.ts';
import { closed, NO_PARAMETERS, page, period } from './parameters.ts';

const Count = Type.Integer({ minimum: 0 });

export const UsageRow = Type.Object(
  {
    key_id: Uuid,
    key_name: Type.String(),
    key_prefix: Type.String({ description: 'The first characters of the key.' }),
    tier: TierName,
    hour: Instant,
    operation: Type.String({
      description:
        'The operationId in this document. Calls of agent tools have the tool name after a colon, such as callAgentTool:get_provider_score.',
    }),
    accepted: Count,
    refused: Count,
  },
  { description: 'The requests of the key to one operation in one hour. hour is the start of the hour.' },
);
export type UsageRow = Static<typeof UsageRow>;

export const Usage = Type.Object(
  {
    workspace: Type.Object({ id: Uuid, name: Type.String(), tier: TierName }),
    window: Type.Object(
      {
        tier: TierName,
        limit: Type.Integer({
          minimum: 1,
          description: 'The number of requests allowed in any 3600 seconds.',
        }),
        remaining: Count,
        resets_at: Instant,
      },
      {
        description:
          'The current rate limit window, which the key of this request shares with all keys of its tier in the workspace.',
      },
    ),
    from: Instant,
    to: Instant,
    data: Type.Array(UsageRow),
    totals: Type.Object(
      { accepted: Count, refused: Count },
      { description: 'Totals for the whole period, not only for this page.' },
    ),
    next_cursor: NextCursor,
    limitations_disclosure: LimitationsDisclosure,
  },
  { $id: 'Usage', description: 'The usage of the key of the request, by hour. Members may be added.' },
);
export type Usage = Static<typeof Usage>;

export default operations({
  getUsage: {
    method: 'GET',
    path: '/api/v1/usage',
    tag: 'usage',
    summary: 'Get the usage of the key',
    description:
      'Returns the number of accepted and refused requests of the key of this request, by hour and operation, newest first, and the rate limit that it shares with other keys. Members of the workspace can list the usage of all its keys.',
    access: 'key',
    params: NO_PARAMETERS,
    query: closed({ ...period, ...page }),
    success: { status: 200, schema: Usage, mediaType: JSON_TYPE, description: 'The usage.' },
    problems: [],
    caching: 'none',
  },
});

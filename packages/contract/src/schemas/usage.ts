import type { Static } from 'typebox';
import { Type } from '../type.ts';
import { Instant, LimitationsDisclosure, NextCursor, TierName, Uuid } from './common.ts';

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

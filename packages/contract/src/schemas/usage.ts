import { type Static, Type } from 'typebox';
import { Instant, LimitationsDisclosure, NextCursor, TierName, Uuid } from './common.ts';

const Count = Type.Integer({ minimum: 0 });

export const UsageRow = Type.Object(
  {
    key_id: Uuid,
    key_name: Type.String(),
    key_prefix: Type.String({ description: 'How the key begins; the rest is never shown again.' }),
    tier: TierName,
    hour: Instant,
    operation: Type.String({
      description:
        'The operationId of this document; calls of agent tools have the tool after a colon, such as callAgentTool:get_provider_score.',
    }),
    accepted: Count,
    refused: Count,
  },
  { description: 'What one key did with one operation in one hour; hour is its start.' },
);
export type UsageRow = Static<typeof UsageRow>;

export const Usage = Type.Object(
  {
    workspace: Type.Object({ id: Uuid, name: Type.String(), tier: TierName }),
    window: Type.Object(
      {
        tier: TierName,
        limit: Type.Integer({ minimum: 1, description: 'Requests in any 3600 seconds.' }),
        remaining: Count,
        resets_at: Instant,
      },
      { description: 'The sliding hour that the asking key shares with all keys of its tier.' },
    ),
    from: Instant,
    to: Instant,
    data: Type.Array(UsageRow),
    totals: Type.Object(
      { accepted: Count, refused: Count },
      { description: 'Of the whole period, not only of this page.' },
    ),
    next_cursor: NextCursor,
    limitations_disclosure: LimitationsDisclosure,
  },
  { $id: 'Usage', description: "What a workspace's keys did, hour by hour. Members may be added." },
);
export type Usage = Static<typeof Usage>;

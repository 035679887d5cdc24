import type { Static } from 'typebox';
import { Type } from '../type.ts';
import { LimitationsDisclosure, PlannerType, Uuid } from './common.ts';
import { publicMembers } from './public-scores.ts';
import { ModuleScore } from './score-snapshot.ts';

const Rank = Type.Integer({
  minimum: 1,
  description:
    'The place among all providers of the type by score, safest first. Providers with the same score have the same rank.',
});

export const ScorePeer = Type.Object(
  { id: Uuid, ...publicMembers, rank: Rank, modules: Type.Array(ModuleScore) },
  { description: 'The current indicator of a provider of the same type, with the score of each module.' },
);
export type ScorePeer = Static<typeof ScorePeer>;

export const ScorePeers = Type.Object(
  {
    provider_id: Uuid,
    planner_type: PlannerType,
    rank: Rank,
    count: Type.Integer({
      minimum: 1,
      description: 'How many providers of the type have a current indicator, including this one.',
    }),
    data: Type.Array(ScorePeer, {
      description:
        'The provider and its neighbours by score, safest first; providers with the same score by name and then by id.',
    }),
    limitations_disclosure: LimitationsDisclosure,
  },
  {
    $id: 'ScorePeers',
    description: 'A provider among those of the same type. Members may be added.',
  },
);
export type ScorePeers = Static<typeof ScorePeers>;

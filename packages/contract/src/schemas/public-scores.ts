import { type Static, Type } from 'typebox';
import { Band, LimitationsDisclosure, OffsetInstant, PlannerType, Score, Uuid, Yield } from './common.ts';

/** What is public about a provider and its score; every other row has it too. */
export const headline = {
  name: Type.String({ description: "The provider's name." }),
  planner_type: PlannerType,
  provider_subtype: Type.String({ description: 'A free category label, such as cefi or defi.' }),
  yield_min: Yield,
  yield_max: Yield,
  final_score: Score,
  risk_band: Band,
  scored_at: OffsetInstant,
};

export const PublicScore = Type.Object(
  { id: Uuid, ...headline },
  { description: "One provider's headline score and band." },
);
export type PublicScore = Static<typeof PublicScore>;

export const PublicScores = Type.Object(
  {
    data: Type.Array(PublicScore),
    limitations_disclosure: LimitationsDisclosure,
    cached: Type.Boolean({
      description: 'False only on a response whose bytes had to be assembled for it.',
    }),
  },
  {
    $id: 'PublicScores',
    description: 'The headline score and band of every provider, by name. Members may be added.',
  },
);
export type PublicScores = Static<typeof PublicScores>;

import type { Static } from 'typebox';
import { Type } from '../type.ts';
import { reviewMember } from './analysis.ts';
import {
  Band,
  LimitationsDisclosure,
  OffsetInstant,
  PlannerType,
  Score,
  Slug,
  Uuid,
  VerificationId,
  Yield,
} from './common.ts';
import { staleMembers } from './forms.ts';

/** The public members of a provider and its indicator; the keyed operations have them too. */
export const publicMembers = {
  name: Type.String({ description: 'The name of the provider.' }),
  planner_type: PlannerType,
  provider_subtype: Type.String({ description: 'A free category label, such as cefi or defi.' }),
  yield_min: Yield,
  yield_max: Yield,
  final_score: Score,
  risk_band: Band,
  scored_at: OffsetInstant,
  slug: Slug,
  verification_id: VerificationId,
  ...staleMembers,
  ...reviewMember,
};

/** Of the public lists that are prepared at each publication. */
export const cachedMember = {
  cached: Type.Boolean({
    description: 'False only if the response was assembled for this request.',
  }),
};

export const PublicScore = Type.Object(
  { id: Uuid, ...publicMembers },
  { description: 'The score and band of one provider.' },
);
export type PublicScore = Static<typeof PublicScore>;

export const PublicScores = Type.Object(
  {
    data: Type.Array(PublicScore),
    limitations_disclosure: LimitationsDisclosure,
    ...cachedMember,
  },
  {
    $id: 'PublicScores',
    description: 'The score and band of every provider, sorted by name. Members may be added.',
  },
);
export type PublicScores = Static<typeof PublicScores>;

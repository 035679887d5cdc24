import type { Static } from 'typebox';
import { Type } from '../type.ts';
import { Band, Points, Score } from './common.ts';

export const Factor = Type.Object(
  {
    criterion_id: Type.String({
      description: 'The id of the criterion. The row other is the sum of all criteria that are not listed.',
    }),
    criterion_label: Type.String(),
    point_impact: Points,
    detail: Type.String({ description: 'One sentence on how the criterion was scored.' }),
  },
  { description: 'A criterion that lowers or supports the score.' },
);
export type Factor = Static<typeof Factor>;

export const firedRule = {
  rule_id: Type.String({ description: 'The id of the hard rule, such as HR04.' }),
  name: Type.String(),
  cap: Score,
  binding: Type.Boolean({ description: 'Whether this cap limits the score.' }),
};

export const HardCap = Type.Object(
  {
    ...firedRule,
    blocks_next_band: Type.Boolean({
      description: 'Whether this cap keeps the provider out of the next band, however many points it gains.',
    }),
    point_impact: Points,
    detail: Type.String({ description: 'One sentence on why the rule fired.' }),
  },
  { description: 'A hard rule that fired. The score cannot exceed its cap.' },
);
export type HardCap = Static<typeof HardCap>;

export const DecisionObject = Type.Object(
  {
    summary: Type.String({ description: 'A summary of the indicator in plain sentences.' }),
    ceiling_factors: Type.Array(Factor, {
      description:
        'The criteria that lower the score most, largest impact first. Impacts are zero or negative.',
    }),
    floor_factors: Type.Array(Factor, {
      description:
        'The criteria that support the score most, largest impact first. Impacts are zero or positive.',
    }),
    hard_caps_fired: Type.Array(HardCap, { description: 'The hard rules that fired. May be empty.' }),
    points_to_next_band: Type.Number({
      minimum: 0,
      maximum: 100,
      description:
        'The points needed to reach the next band, with two decimals, measured from the score before caps. It is 0 in the lowest-risk band. It does not say what holds a capped score: where hard_caps_fired has rules with blocks_next_band, these must no longer apply before the next band can be reached. Say "held at 39.99 by 2 hard rules" then, not how many points are missing.',
    }),
    next_band: Type.Optional(Band),
    in_lowest_risk_band: Type.Boolean({
      description: 'Whether the provider is in the LOW band. If so, next_band is absent.',
    }),
  },
  {
    description: 'The reasons for the score, and what it takes to reach the next band. Members may be added.',
  },
);
export type DecisionObject = Static<typeof DecisionObject>;

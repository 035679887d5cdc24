import { type Static, Type } from 'typebox';
import { Band, Points, Score } from './common.ts';

export const Factor = Type.Object(
  {
    criterion_id: Type.String({
      description: "The criterion's id; other is the row that sums all the rest.",
    }),
    criterion_label: Type.String(),
    point_impact: Points,
    detail: Type.String({ description: 'One sentence on how the criterion was scored.' }),
  },
  { description: 'A criterion that pulls the score down or anchors it.' },
);
export type Factor = Static<typeof Factor>;

export const HardCap = Type.Object(
  {
    rule_id: Type.String({ description: "The hard rule's id, such as HR04." }),
    name: Type.String(),
    cap: Score,
    binding: Type.Boolean({ description: 'Whether this cap is the one that limits the score.' }),
    blocks_next_band: Type.Boolean({ description: 'Whether the next band is out of reach while it stands.' }),
    point_impact: Points,
    detail: Type.String({ description: 'One sentence on why it fired.' }),
  },
  { description: 'A hard rule that fired: the score cannot be above its cap.' },
);
export type HardCap = Static<typeof HardCap>;

export const DecisionObject = Type.Object(
  {
    summary: Type.String({ description: 'The indicator in a few plain sentences.' }),
    ceiling_factors: Type.Array(Factor, {
      description: 'What pulls the score down, the largest pull first. Impacts are zero or negative.',
    }),
    floor_factors: Type.Array(Factor, {
      description: 'What anchors the score, the strongest anchor first. Impacts are zero or positive.',
    }),
    hard_caps_fired: Type.Array(HardCap, { description: 'May be empty.' }),
    points_to_next_band: Type.Number({
      minimum: 0,
      maximum: 100,
      description:
        'Points needed to reach the next band, with two decimals, measured from the score before caps; 0 in the lowest-risk band.',
    }),
    next_band: Type.Optional(Band),
    in_lowest_risk_band: Type.Boolean({
      description: 'Whether the provider is in LOW already; next_band is absent then.',
    }),
  },
  { description: 'Why the score is what it is, and what stands before the next band. Members may be added.' },
);
export type DecisionObject = Static<typeof DecisionObject>;

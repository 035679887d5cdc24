import { type Static, Type } from 'typebox';
import {
  Band,
  CivilDate,
  Fraction,
  LimitationsDisclosure,
  Score,
  Uuid,
  VerificationId,
  Weight,
} from './common.ts';
import { DecisionObject } from './decision-object.ts';
import { nullable } from './forms.ts';
import { headline } from './public-scores.ts';
import { AsOfEcho, standing } from './scores.ts';

export const CriterionInput = Type.Object(
  {
    value: Type.String({ description: 'The approved value, as a text.' }),
    unit: Type.String({ description: 'The unit of a number; empty for an option.' }),
    evidence_date: CivilDate,
    source_grade: Type.String({ description: 'How good the source is, from A to E.' }),
    evidence_url: nullable(Type.String({ format: 'uri' }), {
      description: 'Where the evidence is published; null if it is not.',
    }),
  },
  { description: 'What the criterion was scored on.' },
);
export type CriterionInput = Static<typeof CriterionInput>;

export const CriterionScore = Type.Object(
  {
    criterion_id: Type.String(),
    criterion_label: Type.String(),
    module_id: Type.String(),
    module_label: Type.String(),
    score: Score,
    weight: Weight,
    contribution: Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'Points that it gave, with two decimals. They add up to uncapped_score exactly.',
    }),
    point_impact: Type.Number({
      minimum: -100,
      maximum: 0,
      description: 'Points that it cost, with two decimals; zero or negative.',
    }),
    confidence: Fraction,
    status: Type.Enum(['scored', 'stale', 'expired', 'missing'], {
      type: 'string',
      description:
        'scored: on evidence that is fresh enough. stale: on ageing evidence, with fewer points. expired: the evidence lapsed. missing: there is none.',
    }),
    input: nullable(CriterionInput, { description: 'Null if there is no evidence.' }),
    reason: Type.String({ description: 'One sentence on how it was scored.' }),
  },
  { description: 'How one criterion was scored.' },
);
export type CriterionScore = Static<typeof CriterionScore>;

export const ModuleScore = Type.Object(
  { id: Type.String(), label: Type.String(), weight: Weight, score: Score },
  { description: 'The weighted mean of the criteria of one module, rounded down.' },
);
export type ModuleScore = Static<typeof ModuleScore>;

export const PreviousScore = Type.Object(
  { final_score: Score, risk_band: Band, verification_id: VerificationId },
  { description: 'The indicator that stood before this one.' },
);
export type PreviousScore = Static<typeof PreviousScore>;

export const ScoreSnapshot = Type.Object(
  {
    provider_id: Uuid,
    ...headline,
    ...standing,
    uncapped_score: Score,
    coverage: Fraction,
    modules: Type.Array(ModuleScore),
    criterion_scores: Type.Array(CriterionScore, {
      description: 'One element for each criterion that applies to the provider.',
    }),
    rf_decision_object: DecisionObject,
    score_commentary: Type.String({
      description: 'Plain sentences, made by the engine from the same numbers; no model writes them.',
    }),
    previous: nullable(PreviousScore, { description: 'Null for the first indicator of a provider.' }),
    verify_url: Type.String({
      format: 'uri',
      description: 'The verification page; append a slash and the verification id.',
    }),
    methodology_url: Type.String({ format: 'uri' }),
    limitations_disclosure: LimitationsDisclosure,
    as_of: AsOfEcho,
  },
  {
    $id: 'ScoreSnapshot',
    description: "One provider's indicator with everything behind it. Members may be added.",
  },
);
export type ScoreSnapshot = Static<typeof ScoreSnapshot>;

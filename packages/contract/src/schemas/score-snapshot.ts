import type { Static } from 'typebox';
import { Type } from '../type.ts';
import { analysisMembers } from './analysis.ts';
import {
  Band,
  CivilDate,
  Fraction,
  Instant,
  LimitationsDisclosure,
  Score,
  Uuid,
  VerificationId,
  Weight,
} from './common.ts';
import { DecisionObject } from './decision-object.ts';
import { nullable } from './forms.ts';
import { publicMembers } from './public-scores.ts';
import { AsOfEcho, keyedMembers } from './scores.ts';

export const CriterionInput = Type.Object(
  {
    value: Type.String({ description: 'The approved value, as text.' }),
    unit: Type.String({ description: 'The unit of a number; empty if the value is an option.' }),
    evidence_date: CivilDate,
    source_grade: Type.String({ description: 'The quality of the source, from A (best) to E.' }),
    evidence_url: nullable(Type.String({ format: 'uri' }), {
      description: 'Where the evidence is published; null if it is not public.',
    }),
    evidence_kind: nullable(Type.String(), {
      description:
        'The kind of document, such as attestation; "derived" if the value follows from other inputs and facts.',
    }),
    evidence_title: nullable(Type.String(), {
      description: 'The title of the evidence; for a derived value, what it follows from.',
    }),
    evidence_page: nullable(Type.String(), {
      description: 'Where in the evidence the value is, such as "p. 4". Null if that was not recorded.',
    }),
  },
  { description: 'The input that the criterion was scored on.' },
);
export type CriterionInput = Static<typeof CriterionInput>;

/** An approved value that does not count yet. */
const contestedMembers = {
  value: Type.String({ description: 'The approved value, as text.' }),
  evidence_date: CivilDate,
  source_grade: Type.String({ description: 'The grade of the evidence for this value.' }),
  needed_grade: Type.String({
    description: 'The grade of evidence that it would take for this value to count.',
  }),
};

export const ContestedValue = Type.Object(contestedMembers, {
  description:
    'An approved value that does not count yet: it would lift a cap, and the evidence for the value that caused the cap is stronger.',
});
export type ContestedValue = Static<typeof ContestedValue>;

export const ContestedInput = Type.Object(
  { input_id: Type.String({ description: 'The id of the gate or fact.' }), ...contestedMembers },
  { description: 'A contested value of an input that is not a criterion of the provider.' },
);
export type ContestedInput = Static<typeof ContestedInput>;

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
      description:
        'The points that the criterion adds, with two decimals. The contributions add up to uncapped_score exactly.',
    }),
    point_impact: Type.Number({
      minimum: -100,
      maximum: 0,
      description: 'The points that the criterion costs, with two decimals; zero or negative.',
    }),
    confidence: Fraction,
    status: Type.Enum(['scored', 'stale', 'expired', 'missing'], {
      type: 'string',
      description:
        'scored: the evidence is recent enough. stale: the evidence is ageing and earns fewer points. expired: the evidence is too old to count. missing: there is no evidence.',
    }),
    input: nullable(CriterionInput, { description: 'Null if there is no evidence.' }),
    reason: Type.String({ description: 'One sentence on how the criterion was scored.' }),
    contested: Type.Array(ContestedValue, {
      description: 'Approved values that do not count yet. Usually empty.',
    }),
  },
  { description: 'How one criterion was scored.' },
);
export type CriterionScore = Static<typeof CriterionScore>;

export const ModuleScore = Type.Object(
  { id: Type.String(), label: Type.String(), weight: Weight, score: Score },
  { description: 'The weighted mean of the criteria in one module, rounded down.' },
);
export type ModuleScore = Static<typeof ModuleScore>;

export const PreviousScore = Type.Object(
  { final_score: Score, risk_band: Band, verification_id: VerificationId },
  {
    description: 'The previous indicator of the provider. Renewals, which have the same score, are skipped.',
  },
);
export type PreviousScore = Static<typeof PreviousScore>;

export const ConfirmedBy = Type.Object(
  {
    run: Uuid,
    confirmed_at: Instant,
    url: Type.String({ format: 'uri', description: 'The signed record of the confirmation.' }),
  },
  { description: 'The last run that confirmed the indicator.' },
);
export type ConfirmedBy = Static<typeof ConfirmedBy>;

export const ScoreSnapshot = Type.Object(
  {
    provider_id: Uuid,
    ...publicMembers,
    ...keyedMembers,
    uncapped_score: Score,
    coverage: Fraction,
    modules: Type.Array(ModuleScore),
    criterion_scores: Type.Array(CriterionScore, {
      description: 'One entry for each criterion that applies to the provider.',
    }),
    contested_inputs: Type.Array(ContestedInput, {
      description: 'Contested values of gates and facts. Usually empty.',
    }),
    rf_decision_object: DecisionObject,
    score_commentary: Type.String({
      description:
        'A summary in plain sentences. The engine writes it from the same numbers; no language model is involved.',
    }),
    commentary_version: Type.String({
      description:
        'The version of the wording of score_commentary, reason and the detail of caps. The wording can improve without a new indicator.',
    }),
    ...analysisMembers,
    confirmed_by: nullable(ConfirmedBy, {
      description: 'The last run that confirmed the indicator; null if none has.',
    }),
    previous: nullable(PreviousScore, { description: 'Null for the first indicator of a provider.' }),
    verify_url: Type.String({
      format: 'uri',
      description: 'The address of the verification page. Append a slash and the verification id.',
    }),
    methodology_url: Type.String({ format: 'uri' }),
    limitations_disclosure: LimitationsDisclosure,
    as_of: AsOfEcho,
  },
  {
    $id: 'ScoreSnapshot',
    description: 'The indicator of one provider, with the full breakdown. Members may be added.',
  },
);
export type ScoreSnapshot = Static<typeof ScoreSnapshot>;

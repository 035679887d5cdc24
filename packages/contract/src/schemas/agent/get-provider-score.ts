import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { analysisMembers } from '../analysis.ts';
import { Fraction, Score } from '../common.ts';
import { DecisionObject } from '../decision-object.ts';
import { nullable } from '../forms.ts';
import { ConfirmedBy, ModuleScore, PreviousScore } from '../score-snapshot.ts';
import { AgentMatch, CiteAs, indicatorFields, ProviderName, resultFields } from './common.ts';

export const GetProviderScoreInput = Type.Object(
  {
    provider_name: Type.Optional(ProviderName),
    provider_id: Type.Optional(
      Type.String({
        pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
        maxLength: 80,
        description: 'The id or slug of the provider, from an earlier result.',
      }),
    ),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
    description: 'Either provider_name or provider_id.',
  },
);
export type GetProviderScoreInput = Static<typeof GetProviderScoreInput>;

export const GetProviderScoreResult = Type.Object(
  {
    matched_by: AgentMatch,
    ...indicatorFields,
    uncapped_score: Score,
    coverage: Fraction,
    previous: nullable(PreviousScore, { description: 'Null for the first indicator of a provider.' }),
    rf_decision_object: DecisionObject,
    score_commentary: Type.String({
      description: 'A summary in plain sentences, written by the engine from the same numbers.',
    }),
    commentary_version: Type.String({ description: 'The version of the wording of score_commentary.' }),
    ...analysisMembers,
    confirmed_by: nullable(ConfirmedBy, {
      description: 'The last run that confirmed the indicator; null if none has.',
    }),
    modules: Type.Array(ModuleScore),
    cite_as: Type.Object(
      {
        final_score: CiteAs,
        risk_band: CiteAs,
        confidence: CiteAs,
        coverage: CiteAs,
        points_to_next_band: CiteAs,
      },
      { description: 'A sentence to quote for each figure.' },
    ),
    methodology_url: Type.String({ format: 'uri' }),
    ...resultFields,
  },
  { description: 'The current indicator of one provider, with the reasons for it. Members may be added.' },
);
export type GetProviderScoreResult = Static<typeof GetProviderScoreResult>;

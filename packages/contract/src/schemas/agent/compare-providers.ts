import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Uuid } from '../common.ts';
import { AgentError, AgentMatch, CiteAs, indicatorFields, ProviderName, resultFields } from './common.ts';

export const CompareProvidersInput = Type.Object(
  {
    provider_names: Type.Array(ProviderName, {
      minItems: 2,
      maxItems: 10,
      description: 'Two to ten provider names, in any form that get_provider_score accepts.',
    }),
  },
  { additionalProperties: false, description: 'The input of compare_providers.' },
);
export type CompareProvidersInput = Static<typeof CompareProvidersInput>;

const Difference = Type.Number({
  minimum: -100,
  maximum: 100,
  description: 'An exact difference, with two decimals.',
});

export const ComparedProvider = Type.Object(
  {
    asked_for: Type.String({ description: 'The name from the input.' }),
    result: Type.Optional(
      Type.Object(
        { matched_by: AgentMatch, ...indicatorFields, cite_as: CiteAs },
        { description: 'The indicator of the provider.' },
      ),
    ),
    error: Type.Optional(AgentError),
  },
  { description: 'One of the names, with either a result or an error.' },
);
export type ComparedProvider = Static<typeof ComparedProvider>;

export const ComparedPair = Type.Object(
  {
    first: Uuid,
    second: Uuid,
    score_difference: Difference,
    confidence_difference: Type.Number({
      minimum: -1,
      maximum: 1,
      description: 'An exact difference, with two decimals.',
    }),
    same_band: Type.Boolean(),
    days_between_scores: Type.Integer({ minimum: 0 }),
    cite_as: CiteAs,
  },
  {
    description:
      'Two providers: the figures of the first minus those of the second. Use these differences instead of subtracting.',
  },
);
export type ComparedPair = Static<typeof ComparedPair>;

const COMPARABILITY_CODES = [
  'planner_type_differs',
  'framework_version_differs',
  'dates_differ',
  'stale',
  'same_provider',
  'not_all_found',
] as const;

export const ComparabilityWarning = Type.Object(
  {
    code: Type.Enum([...COMPARABILITY_CODES], { type: 'string' }),
    message: Type.String({ description: 'Mention this whenever you compare these providers.' }),
    provider_ids: Type.Array(Uuid),
  },
  { description: 'Why the scores are not directly comparable.' },
);
export type ComparabilityWarning = Static<typeof ComparabilityWarning>;

export const CompareProvidersResult = Type.Object(
  {
    providers: Type.Array(ComparedProvider, { description: 'In the order of provider_names.' }),
    pairs: Type.Array(ComparedPair, { description: 'Every pair of providers that have a result.' }),
    comparability: Type.Array(ComparabilityWarning, {
      description: 'Reasons for caution; empty if the scores are comparable.',
    }),
    ...resultFields,
  },
  {
    description:
      'The indicators of several providers and the differences between them. Members may be added.',
  },
);
export type CompareProvidersResult = Static<typeof CompareProvidersResult>;

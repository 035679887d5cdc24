import { type Static, Type } from 'typebox';
import { Uuid } from '../common.ts';
import { AgentError, AgentMatch, CiteAs, indicatorFields, ProviderName, resultFields } from './common.ts';

export const CompareProvidersInput = Type.Object(
  {
    provider_names: Type.Array(ProviderName, {
      minItems: 2,
      maxItems: 10,
      description: 'Two to ten names, each as get_provider_score takes it.',
    }),
  },
  { additionalProperties: false, description: 'What compare_providers takes.' },
);
export type CompareProvidersInput = Static<typeof CompareProvidersInput>;

const Difference = Type.Number({ minimum: -100, maximum: 100, description: 'Exact, with two decimals.' });

export const ComparedProvider = Type.Object(
  {
    asked_for: Type.String({ description: 'The name as it was given.' }),
    result: Type.Optional(
      Type.Object(
        { matched_by: AgentMatch, ...indicatorFields, cite_as: CiteAs },
        { description: 'What it has.' },
      ),
    ),
    error: Type.Optional(AgentError),
  },
  { description: 'One of the names: it has either result or error.' },
);
export type ComparedProvider = Static<typeof ComparedProvider>;

export const ComparedPair = Type.Object(
  {
    first: Uuid,
    second: Uuid,
    score_difference: Difference,
    confidence_difference: Type.Number({ minimum: -1, maximum: 1, description: 'Exact, with two decimals.' }),
    same_band: Type.Boolean(),
    days_between_scores: Type.Integer({ minimum: 0 }),
    cite_as: CiteAs,
  },
  { description: 'Two of them: what the first has less what the second has. Do not subtract yourself.' },
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
    message: Type.String({ description: 'Say this wherever you compare these providers.' }),
    provider_ids: Type.Array(Uuid),
  },
  { description: 'Why the scores are not to be set side by side without a word.' },
);
export type ComparabilityWarning = Static<typeof ComparabilityWarning>;

export const CompareProvidersResult = Type.Object(
  {
    providers: Type.Array(ComparedProvider, { description: 'In the order of the names.' }),
    pairs: Type.Array(ComparedPair, { description: 'Every pair of those that have a result.' }),
    comparability: Type.Array(ComparabilityWarning, { description: 'Empty if nothing stands in the way.' }),
    ...resultFields,
  },
  { description: 'Several providers side by side. Members may be added.' },
);
export type CompareProvidersResult = Static<typeof CompareProvidersResult>;

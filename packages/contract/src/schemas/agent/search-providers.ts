import { type Static, Type } from 'typebox';
import { Band, PlannerType } from '../common.ts';
import { AgentCandidate, CiteAs, indicatorFields, resultFields } from './common.ts';

export const SearchProvidersInput = Type.Object(
  {
    query: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 120,
        description: 'Words or a part of a name, present or former. Without it, all providers are looked at.',
      }),
    ),
    planner_type: Type.Optional(PlannerType),
    risk_band: Type.Optional(Band),
    min_score: Type.Optional(
      Type.Number({ minimum: 0, maximum: 100, description: 'Only scores of at least this.' }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'At most so many.' }),
    ),
  },
  { additionalProperties: false, description: 'What search_providers takes.' },
);
export type SearchProvidersInput = Static<typeof SearchProvidersInput>;

export const FoundProvider = Type.Object(
  { ...indicatorFields, cite_as: CiteAs },
  { description: 'A provider that was found, with its indicator.' },
);
export type FoundProvider = Static<typeof FoundProvider>;

export const SearchProvidersResult = Type.Object(
  {
    providers: Type.Array(FoundProvider, {
      description:
        'The best matches of the query first; without a query, by name. The order is no ranking of risk.',
    }),
    total: Type.Integer({ minimum: 0, description: 'How many there are in all, listed or not.' }),
    nearest: Type.Array(AgentCandidate, {
      description: 'Where nothing fits the query: the names nearest to it.',
    }),
    ...resultFields,
  },
  { description: 'Providers that fit. Members may be added.' },
);
export type SearchProvidersResult = Static<typeof SearchProvidersResult>;

import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Band, PlannerType } from '../common.ts';
import { WithdrawnIndicator } from '../withdrawn.ts';
import { AgentCandidate, CiteAs, indicatorFields, resultFields } from './common.ts';

export const SearchProvidersInput = Type.Object(
  {
    query: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 120,
        description:
          'Words or a part of a current or former name. Without it, the search covers all providers.',
      }),
    ),
    planner_type: Type.Optional(PlannerType),
    risk_band: Type.Optional(Band),
    min_score: Type.Optional(
      Type.Number({ minimum: 0, maximum: 100, description: 'Only providers with at least this score.' }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'The maximum number of providers.' }),
    ),
  },
  { additionalProperties: false, description: 'The input of search_providers.' },
);
export type SearchProvidersInput = Static<typeof SearchProvidersInput>;

export const FoundProvider = Type.Object(
  { ...indicatorFields, cite_as: CiteAs },
  { description: 'A matching provider with its current indicator.' },
);
export type FoundProvider = Static<typeof FoundProvider>;

export const SearchProvidersResult = Type.Object(
  {
    providers: Type.Array(FoundProvider, {
      description: 'Best matches first; without a query, sorted by name. The order is not a risk ranking.',
    }),
    total: Type.Integer({
      minimum: 0,
      description: 'The total number of matches, including those not listed.',
    }),
    withdrawn: Type.Array(WithdrawnIndicator, {
      description:
        'Providers that match the query and whose indicator was withdrawn: say so, with the date and the reason. Empty without a query.',
    }),
    nearest: Type.Array(AgentCandidate, {
      description: 'The nearest names, if nothing matches the query.',
    }),
    ...resultFields,
  },
  { description: 'The providers that match. Members may be added.' },
);
export type SearchProvidersResult = Static<typeof SearchProvidersResult>;

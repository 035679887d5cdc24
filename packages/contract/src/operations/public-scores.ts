// What everyone can read about providers: headline scores, what was served, and badges.

import type { Static } from 'typebox';
import { PublicationKind } from '../schemas/changelog.ts';
import {
  Band,
  Instant,
  LimitationsDisclosure,
  NextCursor,
  Score,
  Slug,
  Uuid,
  VerificationId,
} from '../schemas/common.ts';
import { nullable, staleMembers } from '../schemas/forms.ts';
import { PublicScores } from '../schemas/public-scores.ts';
import { Type } from '../type.ts';
import { JSON_TYPE, operations } from './operation.ts';
import { closed, cursor, NO_PARAMETERS, page, providerIdOrSlug } from './parameters.ts';

export const HistoryStep = Type.Object(
  {
    from: Instant,
    until: nullable(Instant, {
      description:
        'When the next step began, or when the indicator was withdrawn. Null for the current step.',
    }),
    final_score: Score,
    risk_band: Band,
    kind: PublicationKind,
    verification_id: VerificationId,
    ...staleMembers,
  },
  {
    description:
      'A period in which the service served the same indicator with the same stale mark. Between a withdrawal and a reinstatement there is no step.',
  },
);
export type HistoryStep = Static<typeof HistoryStep>;

const providerMembers = {
  provider_id: Uuid,
  slug: Slug,
  name: Type.String({ description: 'The current name of the provider.' }),
};

export const PublicHistory = Type.Object(
  {
    ...providerMembers,
    data: Type.Array(HistoryStep),
    next_cursor: NextCursor,
    limitations_disclosure: LimitationsDisclosure,
  },
  {
    $id: 'PublicHistory',
    description:
      'What was served about a provider since its first indicator, newest step first. Members may be added.',
  },
);
export type PublicHistory = Static<typeof PublicHistory>;

export const ProviderHistory = Type.Object(
  { ...providerMembers, steps: Type.Array(HistoryStep) },
  { description: 'The steps of one provider, newest first.' },
);
export type ProviderHistory = Static<typeof ProviderHistory>;

export const PublicHistories = Type.Object(
  {
    since: Type.String({
      format: 'date-time',
      pattern: 'Z$',
      description:
        'The start of the period in UTC: midnight, 90 days ago. The first step of a provider can begin earlier.',
    }),
    data: Type.Array(ProviderHistory),
    next_cursor: NextCursor,
    limitations_disclosure: LimitationsDisclosure,
  },
  {
    $id: 'PublicHistories',
    description:
      'What was served about each provider in the last 90 days, sorted by name and then by id. Members may be added.',
  },
);
export type PublicHistories = Static<typeof PublicHistories>;

export default operations({
  listPublicScores: {
    method: 'GET',
    path: '/api/public/scores',
    tag: 'scores',
    summary: 'List headline scores',
    description:
      'Returns the score and band of every provider, sorted by name, and whether the indicator is stale, in one response without pages. The criterion breakdown and the decision object are not included.',
    access: 'public',
    limit: 'public_scores',
    params: NO_PARAMETERS,
    query: NO_PARAMETERS,
    success: { status: 200, schema: PublicScores, mediaType: JSON_TYPE, description: 'The headline scores.' },
    problems: [],
    caching: 'public',
  },
  listPublicHistories: {
    method: 'GET',
    path: '/api/public/history',
    tag: 'scores',
    summary: 'List what was served in the last 90 days',
    description:
      'Returns the headline steps of every provider in the last 90 days, sorted by name: score, band, whether the indicator was stale, and from when until when it was served. Withdrawn providers are listed if they were served in that period.',
    access: 'public',
    params: NO_PARAMETERS,
    query: closed({
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100,
          default: 100,
          description: 'The maximum number of providers per page.',
        }),
      ),
      cursor,
    }),
    success: { status: 200, schema: PublicHistories, mediaType: JSON_TYPE, description: 'The steps.' },
    problems: [],
    caching: 'public',
  },
  getPublicHistory: {
    method: 'GET',
    path: '/api/public/history/{slug}',
    tag: 'scores',
    summary: 'Get what was served about a provider',
    description:
      'Returns the headline steps of a provider since its first indicator, newest first. A corrected indicator keeps its step, because it was served; the kind of the next step is correction. Between a withdrawal and a reinstatement there is no step.',
    access: 'public',
    params: closed({ slug: providerIdOrSlug }),
    query: closed(page),
    success: { status: 200, schema: PublicHistory, mediaType: JSON_TYPE, description: 'The steps.' },
    problems: ['provider_not_found', 'indicator_not_found'],
    caching: 'public',
  },
  getBadge: {
    method: 'GET',
    path: '/badges/{slug}.svg',
    tag: 'scores',
    summary: 'Get the score of a provider as a badge',
    description:
      'Returns an SVG image with the band and score, such as "RF band: LOW · 91.52". If the indicator is stale, the badge says so. The description of the image has the date.',
    access: 'public',
    params: closed({ slug: Slug }),
    query: closed({
      theme: Type.Optional(
        Type.Enum(['auto', 'light', 'dark'], {
          type: 'string',
          default: 'auto',
          description:
            'The colours: those of the system of whoever looks at the badge (`auto`), light or dark.',
        }),
      ),
    }),
    success: { status: 200, schema: null, mediaType: 'image/svg+xml', description: 'The badge.' },
    problems: ['provider_not_found', 'indicator_not_found'],
    caching: 'public',
  },
});

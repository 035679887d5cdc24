import { UUID } from '../schemas/forms.ts';
import {
  Changelog,
  JsonFeed,
  MethodologyDifferences,
  PublicHistories,
  PublicHistory,
  PublicScores,
  ScoreRequest,
  ScoreRequestOutcome,
  ScoreRequestReceipt,
  Slug,
} from '../schemas/index.ts';
import { Type } from '../type.ts';
import { operation } from './operation.ts';
import { closed, cursor, instantOrDate, kinds, NO_PARAMETERS, page, providerIdOrSlug } from './parameters.ts';

const JSON_TYPE = 'application/json';

export const listPublicScores = operation({
  id: 'listPublicScores',
  method: 'GET',
  path: '/api/public/scores',
  tag: 'scores',
  summary: 'List headline scores',
  description:
    'Returns the score and band of every provider, sorted by name, and whether the indicator is stale. The criterion breakdown and the decision object are not included.',
  access: 'public',
  limit: 'public_scores',
  params: NO_PARAMETERS,
  query: NO_PARAMETERS,
  success: { status: 200, schema: PublicScores, mediaType: JSON_TYPE, description: 'The headline scores.' },
  problems: [],
  caching: 'public',
});

export const listPublicHistories = operation({
  id: 'listPublicHistories',
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
});

export const getPublicHistory = operation({
  id: 'getPublicHistory',
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
});

export const getChangelog = operation({
  id: 'getChangelog',
  method: 'GET',
  path: '/api/public/changelog',
  tag: 'changes',
  summary: 'List changes to indicators',
  description:
    'Returns published changes, newest first. Renewals are not listed, because they change neither score, band nor caps.',
  access: 'public',
  params: NO_PARAMETERS,
  query: closed({
    ...page,
    since: Type.Optional(
      instantOrDate(
        'Only entries at or after this time. An RFC 3339 date-time, or a date, which means the start of that day in UTC.',
      ),
    ),
    provider_id: Type.Optional(
      Type.String({ pattern: UUID, description: 'Only changes to the indicator of this provider.' }),
    ),
    kinds: kinds('All kinds by default.'),
  }),
  success: { status: 200, schema: Changelog, mediaType: JSON_TYPE, description: 'The changes.' },
  problems: [],
  caching: 'public',
});

export const getMethodologyDifferences = operation({
  id: 'getMethodologyDifferences',
  method: 'GET',
  path: '/api/public/methodology/{version}/differences',
  tag: 'methodology',
  summary: 'Get what a framework version changes',
  description:
    'Returns the old and the new score and band of every provider that had a current indicator when the version was announced. The list is published with the announcement, before the version takes effect. The first version has none.',
  access: 'public',
  params: closed({
    version: Type.String({
      pattern: '^((0|[1-9][0-9]*)[.](0|[1-9][0-9]*)|[0-9a-f]{64})$',
      maxLength: 64,
      description: 'The version, such as 1.1, or the digest of the framework.',
    }),
  }),
  query: NO_PARAMETERS,
  success: {
    status: 200,
    schema: MethodologyDifferences,
    mediaType: JSON_TYPE,
    description: 'The list of differences.',
  },
  problems: ['not_found'],
  caching: 'public',
});

export const requestScore = operation({
  id: 'requestScore',
  method: 'POST',
  path: '/api/public/score-request',
  tag: 'scores',
  summary: 'Request a score for a provider',
  description:
    'Asks the service to score a provider. With an Idempotency-Key you can safely retry: for 24 hours, the same body gets the same response and is recorded only once.',
  access: 'public',
  limit: 'score_request',
  params: NO_PARAMETERS,
  query: NO_PARAMETERS,
  headers: Type.Object({
    'Idempotency-Key': Type.Optional(
      Type.String({
        pattern: '^[!-~]+$',
        minLength: 1,
        maxLength: 255,
        description: 'Identifies this request for 24 hours. A different body with the same key is refused.',
      }),
    ),
  }),
  body: ScoreRequest,
  success: {
    status: 202,
    schema: ScoreRequestReceipt,
    mediaType: JSON_TYPE,
    description: 'The request was recorded.',
  },
  problems: ['conflict'],
  caching: 'none',
});

export const getScoreRequest = operation({
  id: 'getScoreRequest',
  method: 'GET',
  path: '/api/public/score-request/{request_id}',
  tag: 'scores',
  summary: 'Get the outcome of a score request',
  description:
    'Returns the status of a score request and, once it is scored, the provider. Keep the request_id of the receipt: it is the only way to find the request.',
  access: 'public',
  params: closed({
    request_id: Type.String({ pattern: UUID, description: 'The request_id of the receipt.' }),
  }),
  query: NO_PARAMETERS,
  success: {
    status: 200,
    schema: ScoreRequestOutcome,
    mediaType: JSON_TYPE,
    description: 'The outcome.',
  },
  problems: ['not_found'],
  caching: 'none',
});

export const getAtomFeed = operation({
  id: 'getAtomFeed',
  method: 'GET',
  path: '/feeds/changelog.atom',
  tag: 'changes',
  summary: 'Get changes as an Atom feed',
  description: 'Returns the newest entries of the changelog (RFC 4287). Entry ids are permanent.',
  access: 'public',
  params: NO_PARAMETERS,
  query: closed({ kinds: kinds('All kinds except drift by default.') }),
  success: { status: 200, schema: null, mediaType: 'application/atom+xml', description: 'The feed.' },
  problems: [],
  caching: 'public',
});

export const getJsonFeed = operation({
  id: 'getJsonFeed',
  method: 'GET',
  path: '/feeds/changelog.json',
  tag: 'changes',
  summary: 'Get changes as a JSON Feed',
  description: 'Returns the newest entries of the changelog (JSON Feed 1.1). Entry ids are permanent.',
  access: 'public',
  params: NO_PARAMETERS,
  query: closed({ kinds: kinds('All kinds except drift by default.') }),
  success: { status: 200, schema: JsonFeed, mediaType: 'application/feed+json', description: 'The feed.' },
  problems: [],
  caching: 'public',
});

export const getBadge = operation({
  id: 'getBadge',
  method: 'GET',
  path: '/badges/{slug}.svg',
  tag: 'scores',
  summary: 'Get the score of a provider as a badge',
  description:
    'Returns an SVG image with the band and score, such as "RF band: LOW · 91.52". If the indicator is stale, the badge says so. The description of the image has the date.',
  access: 'public',
  params: closed({ slug: Slug }),
  query: NO_PARAMETERS,
  success: { status: 200, schema: null, mediaType: 'image/svg+xml', description: 'The badge.' },
  problems: ['provider_not_found', 'indicator_not_found'],
  caching: 'public',
});

import { Type } from 'typebox';
import { UUID } from '../schemas/forms.ts';
import {
  Changelog,
  JsonFeed,
  PublicScores,
  ScoreRequest,
  ScoreRequestReceipt,
  Slug,
} from '../schemas/index.ts';
import { operation } from './operation.ts';
import { closed, instantOrDate, NO_PARAMETERS, page } from './parameters.ts';

const JSON_TYPE = 'application/json';

export const listPublicScores = operation({
  id: 'listPublicScores',
  method: 'GET',
  path: '/api/public/scores',
  tag: 'scores',
  summary: 'List headline scores',
  description: 'Score and band of every provider, by name; no breakdown and no decision object.',
  access: 'public',
  limit: 'public_scores',
  params: NO_PARAMETERS,
  query: NO_PARAMETERS,
  success: { status: 200, schema: PublicScores, mediaType: JSON_TYPE, description: 'The headline scores.' },
  problems: [],
  caching: 'public',
});

export const getChangelog = operation({
  id: 'getChangelog',
  method: 'GET',
  path: '/api/public/changelog',
  tag: 'changes',
  summary: 'List changes of indicators',
  description: 'Newest first. It holds news: a score that only aged a little is not in it.',
  access: 'public',
  params: NO_PARAMETERS,
  query: closed({
    ...page,
    since: Type.Optional(
      instantOrDate(
        'Only from this instant on: RFC 3339, or a date, which means the start of that day in UTC.',
      ),
    ),
    provider_id: Type.Optional(Type.String({ pattern: UUID, description: 'Only changes of this provider.' })),
  }),
  success: { status: 200, schema: Changelog, mediaType: JSON_TYPE, description: 'The changes.' },
  problems: [],
  caching: 'public',
});

export const requestScore = operation({
  id: 'requestScore',
  method: 'POST',
  path: '/api/public/score-request',
  tag: 'scores',
  summary: 'Ask for a provider to be scored',
  description:
    'With an Idempotency-Key the request can be sent again without being filed twice: the same body gets the same answer for 24 hours.',
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
        description: 'Names this request for 24 hours; another body under the same name is refused.',
      }),
    ),
  }),
  body: ScoreRequest,
  success: { status: 202, schema: ScoreRequestReceipt, mediaType: JSON_TYPE, description: 'It is on file.' },
  problems: ['conflict'],
  caching: 'none',
});

export const getAtomFeed = operation({
  id: 'getAtomFeed',
  method: 'GET',
  path: '/feeds/changelog.atom',
  tag: 'changes',
  summary: 'Follow changes as an Atom feed',
  description: 'The newest entries of the changelog (RFC 4287); entry ids are permanent.',
  access: 'public',
  params: NO_PARAMETERS,
  query: NO_PARAMETERS,
  success: { status: 200, schema: null, mediaType: 'application/atom+xml', description: 'The feed.' },
  problems: [],
  caching: 'public',
});

export const getJsonFeed = operation({
  id: 'getJsonFeed',
  method: 'GET',
  path: '/feeds/changelog.json',
  tag: 'changes',
  summary: 'Follow changes as a JSON Feed',
  description: 'The newest entries of the changelog (JSON Feed 1.1); entry ids are permanent.',
  access: 'public',
  params: NO_PARAMETERS,
  query: NO_PARAMETERS,
  success: { status: 200, schema: JsonFeed, mediaType: 'application/feed+json', description: 'The feed.' },
  problems: [],
  caching: 'public',
});

export const getBadge = operation({
  id: 'getBadge',
  method: 'GET',
  path: '/badges/{slug}.svg',
  tag: 'scores',
  summary: 'Show the score of a provider as a badge',
  description: 'An image with score, band and date; it says so when the indicator is stale.',
  access: 'public',
  params: closed({ slug: Slug }),
  query: NO_PARAMETERS,
  success: { status: 200, schema: null, mediaType: 'image/svg+xml', description: 'The badge.' },
  problems: ['provider_not_found', 'indicator_not_found'],
  caching: 'public',
});

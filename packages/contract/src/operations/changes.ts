// Changes to indicators, as data and as feeds.

import type { Static } from 'typebox';
import { Changelog } from '../schemas/changelog.ts';
import { Instant } from '../schemas/common.ts';
import { UUID } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { JSON_TYPE, operations } from './operation.ts';
import { closed, instantOrDate, kinds, NO_PARAMETERS, page } from './parameters.ts';

// The changelog as a JSON Feed (https://jsonfeed.org/version/1.1), with the members that the service sends.

export const JsonFeedItem = Type.Object(
  {
    id: Type.String({ description: 'The permanent id of the changelog entry, as a URI.' }),
    url: Type.String({ format: 'uri', description: 'The page of the indicator.' }),
    title: Type.String(),
    summary: Type.String({ description: 'Why the indicator changed.' }),
    content_text: Type.String({ description: 'The same text as summary: JSON Feed requires content.' }),
    date_published: Instant,
    tags: Type.Array(Type.String()),
  },
  { description: 'One entry of the changelog. Members may be added.' },
);
export type JsonFeedItem = Static<typeof JsonFeedItem>;

export const JsonFeed = Type.Object(
  {
    version: Type.Literal('https://jsonfeed.org/version/1.1'),
    title: Type.String(),
    home_page_url: Type.String({ format: 'uri' }),
    feed_url: Type.String({ format: 'uri' }),
    description: Type.String({ description: 'The limitations disclosure.' }),
    authors: Type.Array(Type.Object({ name: Type.String(), url: Type.String({ format: 'uri' }) })),
    language: Type.String({ description: 'A language tag (RFC 5646).' }),
    items: Type.Array(JsonFeedItem, { description: 'Newest first.' }),
  },
  {
    $id: 'JsonFeed',
    description: 'The newest entries of the changelog (JSON Feed 1.1). Members may be added.',
  },
);
export type JsonFeed = Static<typeof JsonFeed>;

export default operations({
  getChangelog: {
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
  },
  getAtomFeed: {
    method: 'GET',
    path: '/feeds/changelog.atom',
    tag: 'changes',
    summary: 'Get changes as an Atom feed',
    description:
      'Returns the newest entries of the changelog (RFC 4287). Entry ids are permanent. A browser that opens it gets the same bytes as application/xml, which it shows with a style sheet.',
    access: 'public',
    params: NO_PARAMETERS,
    query: closed({ kinds: kinds('All kinds except drift by default.') }),
    success: { status: 200, schema: null, mediaType: 'application/atom+xml', description: 'The feed.' },
    problems: [],
    caching: 'negotiated',
  },
  getJsonFeed: {
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
  },
});

// Changes to indicators, as data and as feeds.

import type { Static } from 'typebox';
import { changeAnalysisMembers } from '../schemas/analysis.ts';
import { Changelog } from '../schemas/changelog.ts';
import { Instant } from '../schemas/common.ts';
import { UUID } from '../schemas/forms.ts';
import { Type } from '../type.ts';
import { JSON_TYPE, operations } from './operation.ts';
import { closed, instantOrDate, kinds, NO_PARAMETERS, page } from './parameters.ts';

/** Whether a change made the score higher or lower. */
export const CHANGE_DIRECTIONS = ['safer', 'riskier'] as const;
export type ChangeDirection = (typeof CHANGE_DIRECTIONS)[number];

// The changelog as a JSON Feed (https://jsonfeed.org/version/1.1), with the members that the service sends.

export const JsonFeedItem = Type.Object(
  {
    id: Type.String({ description: 'The permanent id of the changelog entry, or of the week, as a URI.' }),
    url: Type.String({ format: 'uri', description: 'The page of the change, or of the week.' }),
    title: Type.String(),
    summary: Type.String({ description: 'Why the indicator changed, or what changed in the week.' }),
    content_text: Type.String({
      description:
        'Of a change, the summary and the rationale, if there is one. Of a week, also its most important changes, one a line.',
    }),
    date_published: Instant,
    date_modified: Type.Optional(Instant),
    tags: Type.Array(Type.String()),
    _analysis: Type.Optional(
      Type.Object(changeAnalysisMembers, {
        description: 'What analysts published about the change. Absent from weeks.',
      }),
    ),
  },
  { description: 'One entry of the changelog, or one week. Members may be added.' },
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
    description:
      'The newest entries of the changelog, or the newest weeks (JSON Feed 1.1). Members may be added.',
  },
);
export type JsonFeed = Static<typeof JsonFeed>;

const FEED_QUERY = closed({
  kinds: kinds('All kinds except drift by default.'),
  provider_id: Type.Optional(
    Type.String({ pattern: UUID, description: 'Only changes to the indicator of this provider.' }),
  ),
  direction: Type.Optional(
    Type.Enum([...CHANGE_DIRECTIONS], {
      type: 'string',
      description:
        'Only changes to a higher score (safer) or to a lower one (riskier). Entries without two scores have no direction. The feed then looks at the newest 2,000 entries of each kind.',
    }),
  ),
});

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
    query: FEED_QUERY,
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
    query: FEED_QUERY,
    success: { status: 200, schema: JsonFeed, mediaType: 'application/feed+json', description: 'The feed.' },
    problems: [],
    caching: 'public',
  },
  getWeeklyAtomFeed: {
    method: 'GET',
    path: '/feeds/weekly.atom',
    tag: 'changes',
    summary: 'Get weeks as an Atom feed',
    description:
      'Returns one entry for each of the last 26 ISO weeks (in UTC) that have ended and in which something changed (RFC 4287). Entry ids are permanent. A count of more than 1,000 is written 1,000+.',
    access: 'public',
    params: NO_PARAMETERS,
    query: NO_PARAMETERS,
    success: { status: 200, schema: null, mediaType: 'application/atom+xml', description: 'The feed.' },
    problems: [],
    caching: 'negotiated',
  },
  getWeeklyJsonFeed: {
    method: 'GET',
    path: '/feeds/weekly.json',
    tag: 'changes',
    summary: 'Get weeks as a JSON Feed',
    description:
      'Returns one entry for each of the last 26 ISO weeks (in UTC) that have ended and in which something changed (JSON Feed 1.1). Entry ids are permanent.',
    access: 'public',
    params: NO_PARAMETERS,
    query: NO_PARAMETERS,
    success: { status: 200, schema: JsonFeed, mediaType: 'application/feed+json', description: 'The feed.' },
    problems: [],
    caching: 'public',
  },
});

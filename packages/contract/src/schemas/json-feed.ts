// The changelog as a JSON Feed (https://jsonfeed.org/version/1.1), with the members that the service sends.

import type { Static } from 'typebox';
import { Type } from '../type.ts';
import { Instant } from './common.ts';

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

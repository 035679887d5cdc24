// The changelog as a JSON Feed, version 1.1 (https://jsonfeed.org/version/1.1).

import type { JsonFeed } from '@rf-indicators/contract';
import { instant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { publicReason } from '@rf-indicators/core/log/public-reason';
import {
  entryId,
  entryTags,
  entryTitle,
  entryUrl,
  type FeedEntry,
  type FeedOptions,
  feedTitle,
  feedUrl,
  JSON_FEED_PATH,
  pageUrl,
} from './changelog-feed.ts';

export function jsonFeed(entries: readonly FeedEntry[], options: FeedOptions): string {
  const feed: JsonFeed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: feedTitle(options),
    home_page_url: pageUrl(options),
    feed_url: feedUrl(options, JSON_FEED_PATH),
    description: options.disclosure,
    authors: [{ name: options.siteName, url: options.baseUrl }],
    language: 'en',
    items: entries.map((entry) => ({
      id: entryId(entry),
      url: entryUrl(entry, options),
      title: entryTitle(entry),
      summary: publicReason(entry.reason),
      // JSON Feed requires content, and there is no more than the reason.
      content_text: publicReason(entry.reason),
      date_published: instant(entry.changed_at),
      tags: entryTags(entry),
    })),
  };
  return JSON.stringify(feed);
}

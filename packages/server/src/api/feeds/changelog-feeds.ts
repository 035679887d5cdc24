// GET /feeds/changelog.atom and /feeds/changelog.json: the newest changelog entries as feeds.

import { readChangelog } from '@rf-indicators/core/desk/publication/changelog';
import { atomFeed } from '../../rendering/feeds/atom-feed.ts';
import type { FeedEntry, FeedOptions } from '../../rendering/feeds/changelog-feed.ts';
import { jsonFeed } from '../../rendering/feeds/json-feed.ts';
import type { Answer, Reading } from '../../rendering/reading.ts';

const ENTRIES = 50;

export function getAtomFeed(reading: Reading): Promise<Answer> {
  return feed(reading, atomFeed, 'application/atom+xml; charset=utf-8');
}

export function getJsonFeed(reading: Reading): Promise<Answer> {
  return feed(reading, jsonFeed, 'application/feed+json');
}

async function feed(
  { db, baseUrl, disclosure }: Reading,
  render: (entries: readonly FeedEntry[], options: FeedOptions) => string,
  mediaType: string,
): Promise<Answer> {
  const { rows } = await readChangelog(db, { limit: ENTRIES });
  const updatedAt = rows[0]?.changed_at ?? 0;
  return { content: render(rows, { baseUrl, disclosure, updatedAt }), lastModified: updatedAt, mediaType };
}

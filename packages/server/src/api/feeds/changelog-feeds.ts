// GET /feeds/changelog.atom and /feeds/changelog.json: the newest changelog entries as feeds.

import { CHANGELOG_KINDS } from '@rf-indicators/contract';
import { readChangelog } from '@rf-indicators/core/log/changelog';
import { atomFeed } from '../../rendering/feeds/atom-feed.ts';
import type { FeedEntry, FeedOptions } from '../../rendering/feeds/changelog-feed.ts';
import { jsonFeed } from '../../rendering/feeds/json-feed.ts';
import type { Answer, Parameters, Reading } from '../../rendering/reading.ts';
import { readKinds } from '../changelog-kinds.ts';

const ENTRIES = 50;

/** Drift is left out: it would push the news out of the feed. */
const DEFAULT_KINDS = CHANGELOG_KINDS.filter((kind) => kind !== 'drift');

export function getAtomFeed(reading: Reading, parameters: Parameters): Promise<Answer> {
  return feed(reading, parameters, atomFeed, 'application/atom+xml; charset=utf-8');
}

export function getJsonFeed(reading: Reading, parameters: Parameters): Promise<Answer> {
  return feed(reading, parameters, jsonFeed, 'application/feed+json');
}

async function feed(
  { db, baseUrl, disclosure, site }: Reading,
  parameters: Parameters,
  render: (entries: readonly FeedEntry[], options: FeedOptions) => string,
  mediaType: string,
): Promise<Answer> {
  const kinds = readKinds(parameters);
  const { rows } = await readChangelog(db, { limit: ENTRIES, kinds: kinds ?? DEFAULT_KINDS });
  const updatedAt = rows[0]?.changed_at ?? 0;
  const content = render(rows, { siteName: site.name, baseUrl, disclosure, updatedAt, kinds });
  return { content, lastModified: updatedAt, mediaType };
}

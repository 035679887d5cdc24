// Reads of changes to indicators: the changelog, and the same as feeds.

import { CHANGELOG_KINDS, type Changelog, type ChangelogKind } from '@rf-indicators/contract';
import { readChangelog } from '@rf-indicators/core/log/changelog';
import { readInstant } from '../../http/instant-parameters.ts';
import { readNumberCursor, writeNumberCursor } from '../../http/number-cursors.ts';
import { changelogEntry } from '../../rendering/changelog-entry.ts';
import { atomFeed } from '../../rendering/feeds/atom-feed.ts';
import type { FeedEntry, FeedOptions } from '../../rendering/feeds/changelog-feed.ts';
import { jsonFeed } from '../../rendering/feeds/json-feed.ts';
import { type Answer, invalidParameter, type Parameters, type Reading } from '../../rendering/reading.ts';

const CURSOR = 'changelog';
const DEFAULT_LIMIT = 100;

export async function getChangelog(reading: Reading, parameters: Parameters): Promise<Answer> {
  const { cursor, provider_id, limit = DEFAULT_LIMIT } = parameters;
  const since = readInstant(parameters, 'since', 'start');
  if (typeof since === 'object') return since;
  const before = cursor === undefined ? undefined : readNumberCursor(CURSOR, String(cursor));
  if (before === null) return invalidParameter('cursor', 'not_cursor', 'is not a cursor of this operation');
  const providerId = provider_id === undefined ? undefined : String(provider_id);
  const { rows, more } = await readChangelog(reading.db, {
    limit: Number(limit),
    before,
    since,
    providerId,
    kinds: readKinds(parameters),
  });
  const changelog: Changelog = {
    data: rows.map(changelogEntry),
    next_cursor: more ? writeNumberCursor(CURSOR, rows.at(-1)!.seq) : null,
    limitations_disclosure: reading.disclosure,
  };
  return { content: JSON.stringify(changelog), lastModified: rows[0]?.changed_at ?? 0 };
}

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

/** Undefined if the parameter is absent. The operation's schema has already checked the kinds. */
function readKinds({ kinds }: Parameters): ChangelogKind[] | undefined {
  return kinds === undefined ? undefined : (String(kinds).split(',') as ChangelogKind[]);
}

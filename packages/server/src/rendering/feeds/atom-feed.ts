// The changelog as an Atom feed (RFC 4287).

import { instant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { publicReason } from '@rf-indicators/core/log/public-reason';
import { xmlText } from '../wire/xml.ts';
import {
  ATOM_PATH,
  entryId,
  entryTags,
  entryTitle,
  entryUrl,
  type FeedEntry,
  type FeedOptions,
  feedTitle,
  feedUrl,
  pageUrl,
} from './changelog-feed.ts';

export function atomFeed(entries: readonly FeedEntry[], options: FeedOptions): string {
  const self = xmlText(feedUrl(options, ATOM_PATH));
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${self}</id>
  <title>${xmlText(feedTitle(options))}</title>
  <subtitle>Every published score change. Scores range from 0 to 100; higher is safer.</subtitle>
  <updated>${instant(options.updatedAt)}</updated>
  <author><name>${xmlText(options.siteName)}</name><uri>${xmlText(options.baseUrl)}</uri></author>
  <link rel="self" type="application/atom+xml" href="${self}"/>
  <link rel="alternate" type="text/html" href="${xmlText(pageUrl(options))}"/>
  <rights>${xmlText(options.disclosure)}</rights>
${entries.map((entry) => atomEntry(entry, options)).join('')}</feed>
`;
}

function atomEntry(entry: FeedEntry, options: FeedOptions): string {
  const changedAt = instant(entry.changed_at);
  const categories = entryTags(entry).map((tag) => `<category term="${xmlText(tag)}"/>`);
  return `  <entry>
    <id>${xmlText(entryId(entry))}</id>
    <title>${xmlText(entryTitle(entry))}</title>
    <link rel="alternate" type="text/html" href="${xmlText(entryUrl(entry, options))}"/>
    <published>${changedAt}</published>
    <updated>${changedAt}</updated>
    ${categories.join('')}
    <summary>${xmlText(publicReason(entry.reason))}</summary>
  </entry>
`;
}

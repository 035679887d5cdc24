// The changelog as feeds: what both have in common, Atom (RFC 4287), and JSON Feed 1.1.

import type { ChangelogKind, JsonFeed } from '@rf-indicators/contract';
import { instant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { publicReason } from '@rf-indicators/core/log/public-reason';
import type { Database } from '@rf-indicators/core/store/schema';
import { formatHundredths } from '@rf-indicators/engine';
import { shortInstant, withDates } from './pages/page-words.ts';
import { bandInWords, nameInLine, scoreInWords } from './wire/one-line-texts.ts';
import { xmlText } from './wire/xml.ts';

export type FeedEntry = Database['changelog'];

const ATOM_PATH = '/feeds/changelog.atom';
const JSON_FEED_PATH = '/feeds/changelog.json';

export interface FeedOptions {
  /** The name of the service, which is the author. */
  siteName: string;
  /** The public address of the service, without a trailing slash. */
  baseUrl: string;
  /** The limitations disclosure. */
  disclosure: string;
  /** When the newest entry was written, in epoch milliseconds. */
  updatedAt: number;
  /** For a feed of the given kinds only. */
  kinds?: readonly ChangelogKind[] | undefined;
  /** For a feed of one provider: its name, the feed's own path and that of the provider's page. */
  provider?: { name: string; feedPath: string; pagePath: string } | undefined;
}

function feedTitle({ siteName, provider }: FeedOptions): string {
  return provider === undefined
    ? `${siteName}: changes`
    : `${siteName}: changes of ${nameInLine(provider.name)}`;
}

function feedUrl({ baseUrl, provider, kinds }: FeedOptions, usualPath: string): string {
  const query = kinds === undefined ? '' : `?kinds=${kinds.join(',')}`;
  return `${baseUrl}${provider?.feedPath ?? usualPath}${query}`;
}

function pageUrl({ baseUrl, provider }: FeedOptions): string {
  return `${baseUrl}${provider?.pagePath ?? '/'}`;
}

/** Permanent: it does not depend on the address of the service. */
function entryId({ id }: FeedEntry): string {
  return `urn:uuid:${id}`;
}

function entryUrl({ verification_id }: FeedEntry, { baseUrl }: FeedOptions): string {
  return `${baseUrl}/verify/${encodeURIComponent(verification_id)}`;
}

/** "Northgate Lending: Medium risk · 71.20 (was 74.10)". */
export function entryTitle(entry: FeedEntry): string {
  const { new_band, new_score } = entry;
  const now = new_band === null || new_score === null ? 'withdrawn' : scoreInWords(new_band, new_score);
  return `${nameInLine(entry.provider_name)}: ${now} (${PHRASES[entry.kind] ?? previousInWords(entry)})`;
}

/** Kinds that are news even if the score is the same. */
const PHRASES: Partial<Record<ChangelogKind, string>> = {
  reinstatement: 'reinstated',
  stale: 'stale',
  stale_ended: 'no longer stale',
};

function previousInWords({ kind, previous_band, previous_score, new_band, new_score }: FeedEntry): string {
  const was = kind === 'correction' ? 'corrected from' : 'was';
  if (previous_band === null || previous_score === null) return kind === 'correction' ? 'corrected' : 'new';
  if (previous_band !== new_band) return `${was} ${scoreInWords(previous_band, previous_score)}`;
  // A hard rule can start or stop firing without changing the score.
  if (previous_score === new_score) return kind === 'correction' ? 'corrected, same score' : 'same score';
  return `${was} ${formatHundredths(previous_score)}`;
}

/** Tags for feed readers. */
function entryTags({ kind, planner_type, new_band }: FeedEntry): string[] {
  return [kind, planner_type, ...(new_band === null ? [] : [bandInWords(new_band)])];
}

const XHTML = 'http://www.w3.org/1999/xhtml';

/**
 * Readable in a browser too, by a style sheet. It is CSS, because browsers are removing XSLT; content is XHTML, because
 * links of Atom itself cannot be followed there.
 */
export function atomFeed(entries: readonly FeedEntry[], options: FeedOptions): string {
  const self = xmlText(feedUrl(options, ATOM_PATH));
  return `<?xml version="1.0" encoding="utf-8"?>
<?xml-stylesheet type="text/css" href="/assets/feed.css"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${self}</id>
  <title>${xmlText(feedTitle(options))}</title>
  <subtitle type="xhtml"><div xmlns="${XHTML}">Every published score change. Scores range from 0 to 100; higher is safer. <a href="${xmlText(pageUrl(options))}">${options.provider === undefined ? 'All scores' : xmlText(nameInLine(options.provider.name))}</a></div></subtitle>
  <updated>${instant(options.updatedAt)}</updated>
  <author><name>${xmlText(options.siteName)}</name><uri>${xmlText(options.baseUrl)}</uri></author>
  <link rel="self" type="application/atom+xml" href="${self}"/>
  <link rel="alternate" type="text/html" href="${xmlText(pageUrl(options))}"/>
  <rights>${xmlText(options.disclosure)}</rights>
${entries.map((entry) => atomEntry(entry, options)).join('')}</feed>
`;
}

/** People read it in the feed, so its dates are written as on pages. */
function entryReason({ reason }: FeedEntry): string {
  return withDates(publicReason(reason));
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
    <summary>${xmlText(entryReason(entry))}</summary>
    <content type="xhtml"><div xmlns="${XHTML}"><p>${xmlText(entryReason(entry))}</p><p>${shortInstant(entry.changed_at)} · <a href="${xmlText(entryUrl(entry, options))}">${xmlText(entry.verification_id)}</a></p></div></content>
  </entry>
`;
}

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
      summary: entryReason(entry),
      // JSON Feed requires content, and there is no more than the reason.
      content_text: entryReason(entry),
      date_published: instant(entry.changed_at),
      tags: entryTags(entry),
    })),
  };
  return JSON.stringify(feed);
}

// The changelog as feeds: its entries in Atom and in JSON Feed, with the address of each choice of kinds, provider and direction.

import type { ChangeDirection, ChangelogKind, JsonFeedItem } from '@rf-indicators/contract';
import type { ChangeAnalysis } from '@rf-indicators/core/desk/served/analysis';
import { instant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { publicReason } from '@rf-indicators/core/log/public-reason';
import type { Database } from '@rf-indicators/core/store/schema';
import { formatHundredths } from '@rf-indicators/engine';
import { atomDocument, type FeedDocument, jsonDocument, XHTML } from './feed-documents.ts';
import { disclosuresInWords, reviewInWords } from './pages/analysis-words.ts';
import { shortInstant, withDates } from './pages/page-words.ts';
import { bandInWords, nameInLine, scoreInWords } from './wire/one-line-texts.ts';
import { xmlText } from './wire/xml.ts';

/** A change, and what analysts published about it. */
export type FeedEntry = Database['changelog'] & { analysis: ChangeAnalysis };

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
  /** For a feed of changes in one direction. */
  direction?: ChangeDirection | undefined;
  /** For a feed of one provider. */
  provider?: { id: string; name: string; slug: string } | undefined;
}

function feedTitle({ siteName, provider }: FeedOptions): string {
  return provider === undefined
    ? `${siteName}: changes`
    : `${siteName}: changes of ${nameInLine(provider.name)}`;
}

function feedUrl({ baseUrl, provider, kinds, direction }: FeedOptions, path: string): string {
  const parameters = [
    ...(kinds === undefined ? [] : [`kinds=${kinds.join(',')}`]),
    ...(provider === undefined ? [] : [`provider_id=${provider.id}`]),
    ...(direction === undefined ? [] : [`direction=${direction}`]),
  ];
  return `${baseUrl}${path}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`;
}

function documentOf(options: FeedOptions, path: string): FeedDocument {
  const { siteName, baseUrl, disclosure, updatedAt, provider } = options;
  return {
    ...{ siteName, baseUrl, disclosure, updatedAt },
    title: feedTitle(options),
    selfUrl: feedUrl(options, path),
    pageUrl: `${baseUrl}${provider === undefined ? '/' : `/providers/${provider.slug}`}`,
    pageTitle: provider === undefined ? 'All scores' : nameInLine(provider.name),
    about: 'Every published score change.',
  };
}

/** Permanent: it does not depend on the address of the service. */
function entryId({ id }: FeedEntry): string {
  return `urn:uuid:${id}`;
}

function entryUrl({ id }: FeedEntry, { baseUrl }: FeedOptions): string {
  return `${baseUrl}/changes/${encodeURIComponent(id)}`;
}

function proofUrl({ verification_id }: FeedEntry, { baseUrl }: FeedOptions): string {
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
  review_started: 'under review',
  review_ended: 'review ended',
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

export function atomFeed(entries: readonly FeedEntry[], options: FeedOptions): string {
  return atomDocument(
    documentOf(options, ATOM_PATH),
    entries.map((entry) => atomEntry(entry, options)),
  );
}

export function jsonFeed(entries: readonly FeedEntry[], options: FeedOptions): string {
  return jsonDocument(
    documentOf(options, JSON_FEED_PATH),
    entries.map((entry) => jsonItem(entry, options)),
  );
}

/** People read it in the feed, so its dates are written as on pages. */
function entryReason({ reason }: FeedEntry): string {
  return withDates(publicReason(reason));
}

/** A rationale can follow the change. */
function modifiedAt({ changed_at, analysis }: FeedEntry): number {
  return Math.max(changed_at, analysis.changedAt);
}

/** The texts below the reason. */
function analysisLines({ analysis: { rationale, disclosures, review } }: FeedEntry): string[] {
  return [
    ...(rationale === null ? [] : [rationale]),
    ...(review === null ? [] : [reviewInWords(review)]),
    ...(disclosures === null ? [] : [disclosuresInWords(disclosures)]),
  ];
}

function atomEntry(entry: FeedEntry, options: FeedOptions): string {
  const changedAt = instant(entry.changed_at);
  const paragraphs = [entryReason(entry), ...analysisLines(entry)].map((text) => `<p>${xmlText(text)}</p>`);
  const categories = entryTags(entry).map((tag) => `<category term="${xmlText(tag)}"/>`);
  return `  <entry>
    <id>${xmlText(entryId(entry))}</id>
    <title>${xmlText(entryTitle(entry))}</title>
    <link rel="alternate" type="text/html" href="${xmlText(entryUrl(entry, options))}"/>
    <published>${changedAt}</published>
    <updated>${instant(modifiedAt(entry))}</updated>
    ${categories.join('')}
    <summary>${xmlText(entryReason(entry))}</summary>
    <content type="xhtml"><div xmlns="${XHTML}">${paragraphs.join('')}<p><a href="${xmlText(entryUrl(entry, options))}">${shortInstant(entry.changed_at)}</a> · <a href="${xmlText(proofUrl(entry, options))}">${xmlText(entry.verification_id)}</a></p></div></content>
  </entry>
`;
}

function jsonItem(entry: FeedEntry, options: FeedOptions): JsonFeedItem {
  const { rationale, disclosures, review } = entry.analysis;
  return {
    id: entryId(entry),
    url: entryUrl(entry, options),
    title: entryTitle(entry),
    summary: entryReason(entry),
    content_text: [entryReason(entry), ...analysisLines(entry)].join('\n\n'),
    date_published: instant(entry.changed_at),
    date_modified: instant(modifiedAt(entry)),
    tags: entryTags(entry),
    _analysis: { rationale, disclosures, review },
  };
}

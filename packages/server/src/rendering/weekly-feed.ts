// The weeks as feeds: one entry for each week that has ended and in which something changed.

import { createHash } from 'node:crypto';
import type { JsonFeedItem } from '@rf-indicators/contract';
import { instant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { atomDocument, type FeedDocument, jsonDocument, XHTML } from './feed-documents.ts';
import { headlineOf } from './pages/changelog/headline.ts';
import type { Change } from './pages/provider/known.ts';
import type { CountedWeek } from './pages/weeks/counted-week.ts';
import { weekUrl } from './pages/weeks/week-page.ts';
import { weekDays, weekTitle } from './pages/weeks/week-words.ts';
import { xmlText } from './wire/xml.ts';

export interface FeedWeek extends CountedWeek {
  /** Band changes, corrections, withdrawals and the like; newest first, and not more than a reader wants to see. */
  news: readonly Change[];
}

export interface WeeklyFeedOptions {
  siteName: string;
  baseUrl: string;
  disclosure: string;
  /** The id of the first entry of the changelog, which never changes: ids of weeks are made of it. */
  firstId: string;
}

/** Permanent, of this service alone, and independent of its address: a UUID of version 8 (RFC 9562). */
export function weekId(firstId: string, week: string): string {
  const hash = createHash('sha256').update(`week ${week} after ${firstId}`).digest();
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const text = hash.toString('hex');
  return `urn:uuid:${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20, 32)}`;
}

export function weeklyAtom(weeks: readonly FeedWeek[], options: WeeklyFeedOptions): string {
  return atomDocument(
    documentOf(weeks, options, '/feeds/weekly.atom'),
    weeks.map((week) => atomEntry(week, options)),
  );
}

export function weeklyJson(weeks: readonly FeedWeek[], options: WeeklyFeedOptions): string {
  return jsonDocument(
    documentOf(weeks, options, '/feeds/weekly.json'),
    weeks.map((week) => jsonItem(week, options)),
  );
}

function documentOf(weeks: readonly FeedWeek[], options: WeeklyFeedOptions, path: string): FeedDocument {
  const { siteName, baseUrl, disclosure } = options;
  return {
    ...{ siteName, baseUrl, disclosure },
    title: `${siteName}: week by week`,
    selfUrl: baseUrl + path,
    pageUrl: `${baseUrl}/changes/weeks`,
    pageTitle: 'All weeks',
    about: 'What changed in each week, once it has ended.',
    updatedAt: weeks[0]?.week.until ?? 0,
  };
}

function atomEntry(counted: FeedWeek, { baseUrl, firstId }: WeeklyFeedOptions): string {
  const { week, counts, news } = counted;
  const url = baseUrl + weekUrl(week);
  const items = news.map(
    (change) =>
      `<li><a href="${xmlText(`${baseUrl}/changes/${change.id}`)}">${xmlText(headlineOf(change))}</a></li>`,
  );
  return `  <entry>
    <id>${weekId(firstId, week.name)}</id>
    <title>${xmlText(weekTitle(counts, true))}</title>
    <link rel="alternate" type="text/html" href="${xmlText(url)}"/>
    <published>${instant(week.until)}</published>
    <updated>${instant(week.until)}</updated>
    <summary>${xmlText(summaryOf(counted))}</summary>
    <content type="xhtml"><div xmlns="${XHTML}"><p>${xmlText(summaryOf(counted))}</p>${items.length > 0 ? `<ul>${items.join('')}</ul>` : ''}<p><a href="${xmlText(url)}">${week.name}</a></p></div></content>
  </entry>
`;
}

function jsonItem(counted: FeedWeek, { baseUrl, firstId }: WeeklyFeedOptions): JsonFeedItem {
  const { week, counts, news } = counted;
  return {
    id: weekId(firstId, week.name),
    url: baseUrl + weekUrl(week),
    title: weekTitle(counts, true),
    summary: summaryOf(counted),
    content_text: [summaryOf(counted), ...news.map((change) => headlineOf(change))].join('\n'),
    date_published: instant(week.until),
    tags: [week.name, ...[...counts].filter(([, { count }]) => count > 0).map(([kind]) => kind)],
  };
}

function summaryOf({ week, counts }: FeedWeek): string {
  return `${weekDays(week)}. ${weekTitle(counts, true)}.`;
}

// The frames of feeds: Atom (RFC 4287), and JSON Feed 1.1.

import type { JsonFeed, JsonFeedItem } from '@rf-indicators/contract';
import { instant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { xmlText } from './wire/xml.ts';

export interface FeedDocument {
  /** The name of the service, which is the author. */
  siteName: string;
  /** The public address of the service, without a trailing slash. */
  baseUrl: string;
  /** The limitations disclosure. */
  disclosure: string;
  title: string;
  selfUrl: string;
  /** The page that shows the same. */
  pageUrl: string;
  pageTitle: string;
  /** One sentence about what the entries are. */
  about: string;
  /** When the newest entry was written, in epoch milliseconds. */
  updatedAt: number;
}

export const XHTML = 'http://www.w3.org/1999/xhtml';

/**
 * Readable in a browser too, by a style sheet. It is CSS, because browsers are removing XSLT; content is XHTML, because
 * links of Atom itself cannot be followed there.
 */
export function atomDocument(document: FeedDocument, entries: readonly string[]): string {
  const { siteName, baseUrl, disclosure, title, selfUrl, pageUrl, pageTitle, about, updatedAt } = document;
  const self = xmlText(selfUrl);
  return `<?xml version="1.0" encoding="utf-8"?>
<?xml-stylesheet type="text/css" href="/assets/feed.css"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${self}</id>
  <title>${xmlText(title)}</title>
  <subtitle type="xhtml"><div xmlns="${XHTML}">${xmlText(about)} Scores range from 0 to 100; higher is safer. <a href="${xmlText(pageUrl)}">${xmlText(pageTitle)}</a></div></subtitle>
  <updated>${instant(updatedAt)}</updated>
  <author><name>${xmlText(siteName)}</name><uri>${xmlText(baseUrl)}</uri></author>
  <link rel="self" type="application/atom+xml" href="${self}"/>
  <link rel="alternate" type="text/html" href="${xmlText(pageUrl)}"/>
  <rights>${xmlText(disclosure)}</rights>
${entries.join('')}</feed>
`;
}

export function jsonDocument(document: FeedDocument, items: readonly JsonFeedItem[]): string {
  const feed: JsonFeed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: document.title,
    home_page_url: document.pageUrl,
    feed_url: document.selfUrl,
    description: document.disclosure,
    authors: [{ name: document.siteName, url: document.baseUrl }],
    language: 'en',
    items: [...items],
  };
  return JSON.stringify(feed);
}

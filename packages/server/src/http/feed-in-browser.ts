// A feed that somebody opens in a browser is sent as plain XML, with the same bytes. Chromium shows a feed of its own type as
// raw text, and applies the feed's style sheet only to XML; programs keep getting the type that they expect.

import type { IncomingMessage } from 'node:http';
import { type Body, plainChunks } from '../rendering/body.ts';

const ATOM = 'application/atom+xml';
const XML = 'application/xml; charset=utf-8';
/** Without the first, browsers look at the content and find a feed again. */
const HEADERS: readonly string[] = [
  ...['x-content-type-options', 'nosniff'],
  ...[
    'content-security-policy',
    "default-src 'none'; style-src 'self'; font-src 'self'; frame-ancestors 'none'",
  ],
];

const shown = new WeakMap<Body, Body>();

/** null for anything but a feed in a browser. */
export function feedInBrowser(
  { headers }: IncomingMessage,
  body: Body,
): { body: Body; headers: readonly string[] } | null {
  if (!body.mediaType.startsWith(ATOM) || !isBrowser(headers.accept)) return null;
  let made = shown.get(body);
  if (made === undefined) {
    made = { ...body, identity: plainChunks(body), mediaType: XML, tag: `${body.tag}x`, compressed: {} };
    shown.set(body, made);
  }
  return { body: made, headers: HEADERS };
}

/** Browsers ask for pages, and for no type of feeds. Feed readers name the types that they read. */
function isBrowser(accept = ''): boolean {
  return accept.includes('text/html') && !/atom|rss/.test(accept);
}

// Descriptions of the contract as HTML. They are plain text with code in backticks; names of members and constants become
// code too, so that readers can tell them from words.

import { type Html, html } from './html.ts';

/** Code in backticks, then what looks like code: a name with an underscore, a path, a constant, a date, a header. */
const CODE =
  /`([^`]+)`|((?<![\w/])\/(?:api|feeds|log|badges|datasets|console|docs|verify)[\w./{}*-]*(?<![.,])|\b[a-z]+(?:_[a-z0-9]+)+\b|\b[A-Z]{2,}(?:_[A-Z]+)+\b|\b(?:FREE|PROFESSIONAL|ENTERPRISE|CUSTOM|LOW|MEDIUM|ELEVATED|HIGH|ANNOUNCED|PRICING|ISSUED|WITHDRAWN)\b|\bnull\b|\b20\d\d-\d\d-\d\d(?:T[\d:.]+Z)?|\b(?:If-None-Match|If-Modified-Since|Idempotency-Key|Retry-After|Last-Modified|ETag)\b)/g;

export function withCode(text: string): Html {
  const parts: Html[] = [];
  let at = 0;
  for (const match of text.matchAll(CODE)) {
    parts.push(html`${text.slice(at, match.index)}<code>${match[1] ?? match[2]}</code>`);
    at = match.index + match[0].length;
  }
  return html`${parts}${text.slice(at)}`;
}

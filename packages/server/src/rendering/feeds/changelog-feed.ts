// Common parts of the Atom and JSON feeds of the changelog.

import type { ChangelogKind } from '@rf-indicators/contract';
import type { Database } from '@rf-indicators/core/store/schema';
import { formatHundredths } from '@rf-indicators/engine';
import { bandInWords, nameInLine, scoreInWords } from '../wire/words.ts';

export type FeedEntry = Database['changelog'];

export const ATOM_PATH = '/feeds/changelog.atom';
export const JSON_FEED_PATH = '/feeds/changelog.json';

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

export function feedTitle({ siteName, provider }: FeedOptions): string {
  return provider === undefined
    ? `${siteName}: changes`
    : `${siteName}: changes of ${nameInLine(provider.name)}`;
}

export function feedUrl({ baseUrl, provider, kinds }: FeedOptions, usualPath: string): string {
  const query = kinds === undefined ? '' : `?kinds=${kinds.join(',')}`;
  return `${baseUrl}${provider?.feedPath ?? usualPath}${query}`;
}

export function pageUrl({ baseUrl, provider }: FeedOptions): string {
  return `${baseUrl}${provider?.pagePath ?? '/'}`;
}

/** Permanent: it does not depend on the address of the service. */
export function entryId({ id }: FeedEntry): string {
  return `urn:uuid:${id}`;
}

export function entryUrl({ verification_id }: FeedEntry, { baseUrl }: FeedOptions): string {
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
export function entryTags({ kind, planner_type, new_band }: FeedEntry): string[] {
  return [kind, planner_type, ...(new_band === null ? [] : [bandInWords(new_band)])];
}

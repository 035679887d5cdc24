// Cards: pictures of 1200 × 630 pixels that other sites show when somebody shares a link. What is drawn on each kind of card, and
// where it is served.

import type { ChangelogRow } from '@rf-indicators/core/log/changelog';
import type { ScoreHistory } from '../history/score-history.ts';

export const CARD_SIZE = { width: 1200, height: 630 } as const;

/** What happened to an indicator, as its card says it. */
export const CARD_STATES = ['current', 'stale', 'superseded', 'corrected', 'withdrawn'] as const;
export type CardState = (typeof CARD_STATES)[number];

export interface CardOfSite {
  siteName: string;
  /** The address of the site without its protocol. */
  host: string;
  /** Without a slash at the end. */
  baseUrl: string;
  /** Whether the site has the mark of the four bands, and no logo of its own. */
  hasMark: boolean;
  isDemo: boolean;
}

interface CardOfScore extends CardOfSite {
  name: string;
  slug: string;
  /** In hundredths. */
  score: number;
  band: string;
  verificationId: string;
  /** Until the score of the card, which is at its end. */
  history: ScoreHistory;
}

export interface IndicatorCard extends CardOfScore {
  kind: 'indicator';
  asOf: number;
  state: CardState;
  /** When that happened; null for a current indicator. */
  stateAt: number | null;
}

export interface ChangeCard extends CardOfScore {
  kind: 'change';
  previousScore: number;
  previousBand: string;
  isCorrection: boolean;
  changedAt: number;
  reason: string;
}

export interface SiteCard extends CardOfSite {
  kind: 'site';
}

export type Card = IndicatorCard | ChangeCard | SiteCard;

/** The picture of a page, for its `og:image`. */
export interface PageCard {
  path: string;
  alt: string;
}

export const SITE_CARD_PATH = '/cards/site.png';

export function indicatorCardPath(verificationId: string, state: CardState): string {
  return `/cards/${verificationId}-${state}.png`;
}

type BandChange = Pick<ChangelogRow, 'id' | 'previous_score' | 'new_score' | 'previous_band' | 'new_band'>;

/** Null unless the entry moved the provider from one band to another: other entries have no card of their own. */
export function changeCardPath(entry: BandChange): string | null {
  return isBandChange(entry) ? `/cards/changes/${entry.id}.png` : null;
}

export function isBandChange({ previous_score, new_score, previous_band, new_band }: BandChange): boolean {
  const hasBoth =
    previous_score !== null && new_score !== null && previous_band !== null && new_band !== null;
  return hasBoth && previous_band !== new_band;
}

// What every page says about the service that serves it. A self-hoster sets all of it: no brand is fixed in the code.

import { DEMO_NOTICE } from '@rf-indicators/contract/disclosure';

/** How much of a breakdown the pages show to everybody. The public API, feeds and badges show the headline only. */
export const PUBLIC_BREAKDOWNS = ['headline', 'modules', 'everything'] as const;
export type PublicBreakdown = (typeof PUBLIC_BREAKDOWNS)[number];

/** From the settings. */
export interface Branding {
  name: string;
  /** A file that is shown beside the name; null for the mark of the four bands. */
  logoFile: string | null;
  /** The colour of the rule above the header, such as "#24389c"; null for no rule. */
  colour: string | null;
  imprintUrl: string | null;
  privacyUrl: string | null;
  /** Where to ask for access; https: or mailto:. */
  contactUrl: string | null;
  breakdown: PublicBreakdown;
}

export interface Site extends Branding {
  /** Without a slash at the end. */
  baseUrl: string;
  /** The limitations disclosure, which is at the foot of every page. */
  disclosure: string;
}

export const NO_BRANDING: Branding = {
  name: 'RF Risk Indicators',
  logoFile: null,
  colour: null,
  imprintUrl: null,
  privacyUrl: null,
  contactUrl: null,
  breakdown: 'headline',
};

/** Logos have the media type that their name says. */
export const LOGO_TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

export function isDemo({ disclosure }: Site): boolean {
  return disclosure.startsWith(DEMO_NOTICE);
}

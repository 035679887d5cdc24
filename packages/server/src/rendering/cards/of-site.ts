// What every card says about the site.

import { isDemo, type Site } from '../pages/site.ts';
import type { CardOfSite } from './card.ts';

export function ofSite(site: Site): CardOfSite {
  return {
    siteName: site.name,
    baseUrl: site.baseUrl,
    host: site.baseUrl.replace(/^[a-z]+:\/\//, ''),
    hasMark: site.logoFile === null,
    isDemo: isDemo(site),
  };
}

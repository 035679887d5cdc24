// Reads the page of what a framework version changes, on the reading thread: its list has every provider.

import type { MethodologyDifferences } from '@rf-indicators/contract';
import { findDifferences } from '../../../methodology-differences.ts';
import type { Answer, Parameters, Reading } from '../../../reading.ts';
import { differencesPage, ROWS_PER_PAGE } from './page.ts';

export async function readDifferencesPage(reading: Reading, { version, page }: Parameters): Promise<Answer> {
  const { db, site, clock } = reading;
  const stored = await findDifferences(db, String(version));
  if (stored === null) return { problem: 'not_found' };
  const differences = JSON.parse(stored.differences) as MethodologyDifferences['data'];
  // A page after the last one is the last one.
  const pages = Math.max(1, Math.ceil(differences.providers.length / ROWS_PER_PAGE));
  const shown = Math.min(Number(page), pages);
  const { text } = differencesPage({ site, differences, digest: stored.digest, page: shown });
  return { content: text, lastModified: Math.floor(clock()), mediaType: 'text/html; charset=utf-8' };
}

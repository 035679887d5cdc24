// What the timeline says in words, the same from the server and from the script of the page.

import type { StripPeriod, StripReview } from './band-strip.ts';
import { BANDS, bandName } from './bands.ts';
import { writtenDate } from './dates.ts';

/** How many providers are in each band. */
export type BandCounts = Readonly<Record<string, number>>;

export function countBands(bands: Iterable<string>): BandCounts {
  const counts: Record<string, number> = {};
  for (const band of bands) counts[band] = (counts[band] ?? 0) + 1;
  return counts;
}

/** "As published on 29 Jul 2026: 5 of 12 at High risk; today 3 of 11". The riskiest band that has anybody on either day. */
export function timelineTitle(date: string, then: BandCounts, now: BandCounts, isToday: boolean): string {
  const band = BANDS.toReversed().find((one) => (then[one] ?? 0) + (now[one] ?? 0) > 0);
  const day = writtenDate(date);
  if (band === undefined) return `As published on ${day}: nobody`;
  const share = (counts: BandCounts) => `${figure(counts[band] ?? 0)} of ${figure(total(counts))}`;
  if (isToday) return `Today, ${day}: ${share(now)} at ${bandName(band)}`;
  const today = share(then) === share(now) ? 'today too' : `today ${share(now)}`;
  return `As published on ${day}: ${share(then)} at ${bandName(band)}; ${today}`;
}

export function total(counts: BandCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** "12 providers on 29 Jul 2026 · 11 today". */
export function timelineCounts(date: string, then: number, now: number, isToday: boolean): string {
  const providers = `${figure(then)} ${then === 1 ? 'provider' : 'providers'}`;
  return isToday ? `${providers} today` : `${providers} on ${writtenDate(date)} · ${figure(now)} today`;
}

/** "1,204". */
export function figure(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** "Medium risk from 1 Apr 2026; withdrawn on 16 Sep 2026; under review, up, from 8 Jul 2026 to 19 Aug 2026", for readers who do not see the strip. */
export function stripInWords(periods: readonly StripPeriod[], reviews: readonly StripReview[] = []): string {
  const parts = periods.flatMap(({ from, until, band, isStale }, at) => {
    const words = `${bandName(band)}${isStale ? ', stale' : ''} from ${writtenDate(from)}`;
    const isEnd = until !== null && periods[at + 1]?.from !== until;
    return isEnd ? [words, `withdrawn on ${writtenDate(until)}`] : [words];
  });
  const reviewed = reviews.map(({ from, until, direction }) => {
    const time =
      until === null ? `since ${writtenDate(from)}` : `from ${writtenDate(from)} to ${writtenDate(until)}`;
    return `${underReview(direction).toLowerCase()}, ${time}`;
  });
  return [...parts, ...reviewed].join('; ');
}

/** "Under review, down". */
export function underReview(direction: string): string {
  return direction === 'developing' ? 'Under review' : `Under review, ${direction}`;
}

export interface NotedCheckpoint {
  /** The number of entries of the log. */
  size: string;
  rootHash: string;
}

/** What a signed note says of the log. */
export function readCheckpointNote(note: string): NotedCheckpoint {
  const [, size = '', rootHash = ''] = note.split('\n');
  return { size: figure(Number(size)), rootHash };
}

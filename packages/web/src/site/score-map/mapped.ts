// The providers of the map, as the page has them, safest first.

import type { MapMark } from '../../charts/yield-map.ts';

export interface Mapped extends MapMark {
  /** 2026-11-11 */
  scoredOn: string;
}

type Given = [
  slug: string,
  name: string,
  score: number,
  band: string,
  yieldMin: number,
  yieldMax: number,
  isStale: 0 | 1,
  scoredOn: string,
];

export function readMapped(text: string): Mapped[] {
  return (JSON.parse(text) as Given[]).map(
    ([slug, name, score, band, yieldMin, yieldMax, isStale, scoredOn]) => ({
      ...{ slug, name, score, band, yieldMin, yieldMax, scoredOn },
      isStale: isStale === 1,
    }),
  );
}

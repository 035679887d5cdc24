// The files of the past: the bands of each year, read once, and the lists of days, of which the last ones are kept.

import type { HistoryDay, HistoryYear, YearOfProvider } from '@rf-indicators/contract';
import type { StripEvent, StripPeriod, StripReview } from '../../charts/band-strip.ts';

/** About how many rows of lists are kept in memory. */
const MOST_KEPT_ROWS = 200_000;

export interface Past {
  /** By provider id: its parts of each year, oldest first. */
  providers: ReadonlyMap<string, readonly YearOfProvider[]>;
  /** The days on which something was published, oldest first. */
  publishedOn: readonly string[];
}

async function readJson<Json>(path: string): Promise<Json> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return (await response.json()) as Json;
}

let past: Promise<Past> | null = null;

/** From the year of the first day to that of the last. */
export function readPast(first: string, last: string): Promise<Past> {
  past ??= readYears(Number(first.slice(0, 4)), Number(last.slice(0, 4)));
  past.catch(() => {
    past = null;
  });
  return past;
}

async function readYears(first: number, last: number): Promise<Past> {
  const years = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const files = await Promise.all(years.map((year) => readJson<HistoryYear>(`/history/${year}.json`)));
  const providers = new Map<string, YearOfProvider[]>();
  for (const { data } of files) {
    for (const part of data) {
      const parts = providers.get(part.provider_id);
      if (parts === undefined) providers.set(part.provider_id, [part]);
      else parts.push(part);
    }
  }
  return { providers, publishedOn: files.flatMap(({ published_on }) => published_on) };
}

const days = new Map<string, Promise<HistoryDay>>();

export function readDay(date: string): Promise<HistoryDay> {
  const known = days.get(date);
  const day = known ?? readJson<HistoryDay>(`/history/days/${date}.json`);
  // The ones that were asked for last are at the end.
  days.delete(date);
  days.set(date, day);
  day.then(
    ({ data }) => dropOldest(MOST_KEPT_ROWS / Math.max(1, data.length)),
    () => days.delete(date),
  );
  return day;
}

function dropOldest(most: number): void {
  for (const date of days.keys()) {
    if (days.size <= Math.max(2, most)) return;
    days.delete(date);
  }
}

/** The years joined: what lasted until the end of one is in the next one too. */
export function periodsOf(parts: readonly YearOfProvider[]): StripPeriod[] {
  const joined: StripPeriod[] = [];
  for (const { periods } of parts) {
    for (const { from, until, risk_band, stale } of periods) {
      const period = {
        from: Date.parse(from),
        until: until === null ? null : Date.parse(until),
        band: risk_band,
        isStale: stale,
      };
      const last = joined.at(-1);
      if (last?.until === null && last.band === period.band && last.isStale === period.isStale) {
        last.until = period.until;
        continue;
      }
      if (last?.until === null) last.until = period.from;
      joined.push(period);
    }
  }
  return joined;
}

export function eventsOf(parts: readonly YearOfProvider[]): StripEvent[] {
  return parts.flatMap(({ events }) =>
    events.map(({ at, kind, previous_band, new_band }) => ({
      at: Date.parse(at),
      kind,
      previousBand: previous_band,
      newBand: new_band,
    })),
  );
}

/** Joined as periods are: the next part of a review begins where the last one was cut. */
export function reviewsOf(parts: readonly YearOfProvider[]): StripReview[] {
  const joined: StripReview[] = [];
  for (const { reviews } of parts) {
    for (const { from, until, direction } of reviews) {
      const review = { from: Date.parse(from), until: until === null ? null : Date.parse(until), direction };
      const last = joined.at(-1);
      if (last?.until === null && last.direction === direction) {
        last.until = review.until;
        continue;
      }
      if (last?.until === null) last.until = review.from;
      joined.push(review);
    }
  }
  return joined;
}

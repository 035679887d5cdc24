// The rows of a day: those of its list by rank, and then by name the providers that had no score on that day.

import type { DayRow, HistoryDay, YearOfProvider } from '@rf-indicators/contract';
import { fold } from '@rf-indicators/contract/fold';
import { type BandCounts, countBands } from '../../charts/timeline-words.ts';
import type { Past } from './files.ts';

export interface TimelineRow {
  id: string;
  slug: string;
  name: string;
  /** Null without a score on that day. */
  onDay: DayRow | null;
  /** Null without a score today. */
  now: DayRow | null;
  parts: readonly YearOfProvider[];
}

export interface Filter {
  name: string;
  type: string;
  /** As in the list: LOW. */
  band: string;
}

export function filterIn(query: URLSearchParams): Filter {
  return {
    name: fold(query.get('q') ?? ''),
    type: query.get('type') ?? '',
    band: (query.get('band') ?? '').toUpperCase(),
  };
}

export interface DayList {
  rows: TimelineRow[];
  /** Without filters: of the day, and of today. */
  onDay: BandCounts;
  now: BandCounts;
  /** Of the day, with all filters but that of the band. */
  found: BandCounts;
}

/** The list of today, with which others are compared. */
export interface Today {
  rows: ReadonlyMap<string, DayRow>;
  bands: BandCounts;
}

export function todayOf({ data }: HistoryDay): Today {
  return { rows: new Map(data.map((row) => [row.provider_id, row])), bands: bandsOf(data) };
}

export function listOf(day: HistoryDay, today: Today, past: Past, filter: Filter): DayList {
  const now = today.rows;
  const listed = new Set(day.data.map(({ provider_id }) => provider_id));
  const matching = day.data.filter((row) => matches(row, filter));
  const ranked = matching
    .filter(({ risk_band }) => filter.band === '' || risk_band === filter.band)
    .map(
      (row): TimelineRow => ({
        ...{ id: row.provider_id, slug: row.slug, name: row.name, onDay: row },
        now: now.get(row.provider_id) ?? null,
        parts: past.providers.get(row.provider_id) ?? [],
      }),
    );
  const absent = filter.band === '' ? absentRows(past, listed, now, filter) : [];
  return {
    rows: [...ranked, ...absent],
    onDay: bandsOf(day.data),
    now: today.bands,
    found: bandsOf(matching),
  };
}

function bandsOf(rows: readonly DayRow[]): BandCounts {
  return countBands(rows.map(({ risk_band }) => risk_band));
}

function matches(row: { name: string; planner_type: string }, { name, type }: Filter): boolean {
  return (type === '' || row.planner_type === type) && (name === '' || fold(row.name).includes(name));
}

function absentRows(
  { providers }: Past,
  listed: ReadonlySet<string>,
  now: ReadonlyMap<string, DayRow>,
  filter: Filter,
): TimelineRow[] {
  const rows: TimelineRow[] = [];
  for (const [id, parts] of providers) {
    const last = parts.at(-1)!;
    if (listed.has(id) || !matches(last, filter)) continue;
    rows.push({ id, slug: last.slug, name: last.name, onDay: null, now: now.get(id) ?? null, parts });
  }
  return rows.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1));
}

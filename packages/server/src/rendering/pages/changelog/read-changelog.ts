// Reads what the page of changes shows, on the reading thread. Each section has a limit of its own, so that thousands of small
// moves never push a band change off the page.

import type { ChangelogKind } from '@rf-indicators/contract';
import { readChangelog } from '@rf-indicators/core/log/changelog';
import { readByDirection } from '@rf-indicators/core/log/changelog-directions';
import { type Count, countChanges, firstChangeSince } from '@rf-indicators/core/log/count-changes';
import { publicReason } from '@rf-indicators/core/log/public-reason';
import type { Answer, Found, Parameters, Reading } from '../../reading.ts';
import type { Change } from '../provider/known.ts';
import { changesCsv } from './csv.ts';
import { inOrder, KIND_BOXES, kindsIn, SECTIONS, type SectionName } from './kinds.ts';
import { changelogPage } from './page.ts';
import { type ChangesQuery, readChangesQuery } from './query.ts';
import { readStepsAround } from './steps-around.ts';
import type { ProviderChoice, Section } from './view.ts';

/** How many entries a section shows beside others; all together are at most a hundred. */
export const BESIDE_OTHERS: Readonly<Record<SectionName, number>> = {
  bands: 12,
  states: 28,
  moves: 48,
  firsts: 12,
};
/** Alone. Each band change has a chart, which takes reads of its own. */
export const ALONE: Readonly<Record<SectionName, number>> = {
  bands: 25,
  states: 100,
  moves: 100,
  firsts: 100,
};

const MOST_IN_CSV = 1000;
/** A list of suggestions is no longer than this; beside it, readers type. */
const MOST_SUGGESTED = 60;

export async function readChangelogPage(reading: Reading, parameters: Parameters): Promise<Found> {
  const { db, site } = reading;
  const query = readChangesQuery(parameters);
  const provider = await chosenProvider(reading, query);
  const isUnknown = query.provider !== '' && provider.chosen === null;
  const range = isUnknown ? null : await rangeOf(reading, query);
  const filters = {
    providerId: provider.chosen?.id,
    direction: query.direction ?? undefined,
    from: range?.from,
  };
  const counts =
    range === null
      ? new Map<ChangelogKind, Count>()
      : await countChanges(db, { ...filters, kinds: allKinds() });
  const shown = sectionsOf(query.kinds);
  const sections =
    range === null
      ? []
      : await Promise.all(
          shown.map((name) =>
            readSection(reading, name, query, {
              ...filters,
              limit: (shown.length === 1 ? ALONE : BESIDE_OTHERS)[name],
            }),
          ),
        );
  const page = changelogPage(
    site,
    {
      ...{ query, provider, counts, sections },
      ...(await readStepsAround(db, sections, reading.clock())),
      suggested: await suggestedNames(reading),
    },
    Math.floor(reading.clock()),
  );
  return {
    content: page.text,
    lastModified: Math.floor(reading.clock()),
    mediaType: 'text/html; charset=utf-8',
  };
}

async function suggestedNames({ db }: Reading): Promise<string[]> {
  const rows = await db
    .selectFrom('served_indicators')
    .select('name')
    .orderBy('name')
    .limit(MOST_SUGGESTED + 1)
    .execute();
  return rows.length > MOST_SUGGESTED ? [] : rows.map(({ name }) => name);
}

function allKinds(): ChangelogKind[] {
  return inOrder(KIND_BOXES.flatMap(([, kinds]) => kinds));
}

export function sectionsOf(kinds: readonly ChangelogKind[]): SectionName[] {
  return (Object.keys(SECTIONS) as SectionName[]).filter((name) => kindsIn(name, kinds).length > 0);
}

export async function chosenProvider(
  reading: Reading,
  { provider: typed }: ChangesQuery,
): Promise<ProviderChoice> {
  if (typed === '') return { typed: '', chosen: null, candidates: [] };
  const names = await reading.names();
  const bySlug = names.bySlug(typed);
  if (bySlug !== undefined) return { typed, chosen: bySlug, candidates: [] };
  const match = names.find(typed);
  return 'provider' in match
    ? { typed, chosen: match.provider, candidates: [] }
    : { typed, chosen: null, candidates: match.candidates };
}

/** From which entry on the choice reaches; null if there is none since the chosen date. */
async function rangeOf({ db }: Reading, { since }: ChangesQuery): Promise<{ from?: number } | null> {
  if (since === null) return {};
  const from = await firstChangeSince(db, Date.parse(since));
  return from === null ? null : { from };
}

interface SectionFilters {
  limit: number;
  providerId: string | undefined;
  direction: ChangesQuery['direction'] | undefined;
  from: number | undefined;
}

export async function readSection(
  { db }: Pick<Reading, 'db'>,
  name: SectionName,
  { kinds, cursor, since }: Pick<ChangesQuery, 'kinds' | 'cursor' | 'since'>,
  { limit, providerId, direction, from }: SectionFilters,
): Promise<Section> {
  const query = { kinds: kindsIn(name, kinds), limit, providerId, before: cursor ?? undefined };
  if (direction) {
    const { rows, next } = await readByDirection(db, { ...query, direction, from });
    return { name, changes: rows.map(shownChange), next };
  }
  const { rows, more } = await readChangelog(db, {
    ...query,
    since: since === null ? undefined : Date.parse(since),
  });
  return { name, changes: rows.map(shownChange), next: more ? rows.at(-1)!.seq : null };
}

export function shownChange(row: Change): Change {
  return { ...row, reason: publicReason(row.reason) };
}

/** GET /changelog.csv: the newest entries of the same choice. */
export async function readChangelogCsv(reading: Reading, parameters: Parameters): Promise<Answer> {
  const query = readChangesQuery(parameters);
  const { chosen } = await chosenProvider(reading, query);
  const range = query.provider !== '' && chosen === null ? null : await rangeOf(reading, query);
  const filters = {
    limit: MOST_IN_CSV,
    providerId: chosen?.id,
    direction: query.direction,
    from: range?.from,
  };
  const sections =
    range === null
      ? []
      : await Promise.all(sectionsOf(query.kinds).map((name) => readSection(reading, name, query, filters)));
  // Where a section stopped looking, the others stop too, so that nothing is missing between two rows.
  const lookedAtUntil = Math.max(0, ...sections.map(({ next }) => next ?? 0));
  const rows = sections
    .flatMap(({ changes }) => changes)
    .filter(({ seq }) => seq >= lookedAtUntil)
    .sort((a, b) => b.seq - a.seq)
    .slice(0, MOST_IN_CSV);
  return {
    content: changesCsv(rows, reading.baseUrl),
    lastModified: rows[0]?.changed_at ?? 0,
    mediaType: 'text/csv; charset=utf-8',
  };
}

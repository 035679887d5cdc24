// Reads what the Scores page and its CSV file show.

import { countServed, lastServedChange } from '@rf-indicators/core/desk/served/select';
import type { Queries } from '@rf-indicators/core/store/store';
import { eachRow } from '../../current-rows.ts';
import { readSteps } from '../../history/steps.ts';
import { DAY, historySince, startOfDay } from '../../history/window.ts';
import type { Found, Parameters, Reading } from '../../reading.ts';
import { csvLine, scoresCsv } from './csv.ts';
import { scoresPage } from './page.ts';
import { readScoresQuery } from './query.ts';
import { countRows, filterOf, readPageOfRows, SORT_OF } from './select.ts';

export async function readScoresPage(reading: Reading, parameters: Parameters): Promise<Found> {
  const { db, site } = reading;
  const query = readScoresQuery(parameters);
  const now = Math.floor(reading.clock());
  const since = historySince(now);
  // The end of the day, so that every process draws the same page.
  const period = { since, until: startOfDay(now) + DAY };
  const selection = await countRows(reading, query);
  const shown = await readPageOfRows(reading, query, selection.total);
  const page = scoresPage({
    site,
    query,
    all: await countServed(db),
    selection,
    shown,
    steps: await readSteps(
      db,
      shown.rows.map(({ id }) => id),
      since,
    ),
    period,
    lastRunAt: await lastPublishedRun(db),
  });
  return { content: page.text, lastModified: now, mediaType: 'text/html; charset=utf-8' };
}

export async function readScoresCsv(reading: Reading, parameters: Parameters): Promise<Found> {
  const query = readScoresQuery(parameters);
  const lastModified = await lastServedChange(reading.db);
  const lines = await eachRow(reading, filterOf(query), SORT_OF[query.order], csvLine);
  return { content: scoresCsv(lines), lastModified, mediaType: 'text/csv; charset=utf-8' };
}

async function lastPublishedRun(db: Queries): Promise<number | null> {
  const row = await db
    .selectFrom('publications')
    .innerJoin('runs', 'runs.id', 'publications.run_id')
    .select(({ fn }) => fn.max('runs.as_of').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}

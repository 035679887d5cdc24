// Reads what the Scores page and its CSV file show.

import { countServed, lastServedChange } from '@rf-indicators/core/desk/served/select';
import { readSteps } from '@rf-indicators/core/desk/served/steps';
import type { Queries } from '@rf-indicators/core/store/store';
import { eachRow } from '../../current-rows.ts';
import { DAY, historySince, startOfDay } from '../../history/window.ts';
import type { Found, Parameters, Reading } from '../../reading.ts';
import { html } from '../html.ts';
import { csvLine, scoresCsv } from './csv.ts';
import { scoresPage } from './page.ts';
import { readScoresQuery, type ScoresQuery } from './query.ts';
import { countRows, filterOf, readPageOfRows, SORT_OF } from './select.ts';
import { tableBody } from './table.ts';
import { readWithdrawn } from './withdrawn.ts';

export const HTML_TYPE = 'text/html; charset=utf-8';

export async function readScoresPage(reading: Reading, parameters: Parameters): Promise<Found> {
  const { db, site } = reading;
  const query = readScoresQuery(parameters);
  const now = Math.floor(reading.clock());
  const selection = await countRows(reading, query);
  const page = scoresPage({
    site,
    query,
    all: await countServed(db),
    selection,
    ...(await readShown(reading, query, selection.total, now)),
    withdrawn: await readWithdrawn(reading, query),
    lastRunAt: await lastPublishedRun(db),
  });
  return { content: page.text, lastModified: now, mediaType: HTML_TYPE };
}

/** The rows of one page and nothing else, for a script that adds them to the table. */
export async function readScoresRows(reading: Reading, parameters: Parameters): Promise<Found> {
  const query = readScoresQuery(parameters);
  const now = Math.floor(reading.clock());
  const { total } = await countRows(reading, query);
  const { shown, steps, period } = await readShown(reading, query, total, now);
  const rows = html`<table>${tableBody(shown, steps, period)}</table>`;
  return { content: rows.text, lastModified: now, mediaType: HTML_TYPE };
}

async function readShown(reading: Reading, query: ScoresQuery, total: number, now: number) {
  const since = historySince(now);
  const shown = await readPageOfRows(reading, query, total);
  const ids = shown.rows.map(({ id }) => id);
  const steps = await readSteps(reading.db, ids, since);
  // The end of the day, so that every process draws the same page.
  return { shown, steps, period: { since, until: startOfDay(now) + DAY } };
}

export async function readScoresCsv(reading: Reading, parameters: Parameters): Promise<Found> {
  const query = readScoresQuery(parameters);
  const lastModified = await lastServedChange(reading.db);
  const lines = await eachRow(reading, filterOf(query), SORT_OF[query.order], csvLine);
  return { content: scoresCsv(lines), lastModified, mediaType: 'text/csv; charset=utf-8' };
}

export async function lastPublishedRun(db: Queries): Promise<number | null> {
  const row = await db
    .selectFrom('publications')
    .innerJoin('runs', 'runs.id', 'publications.run_id')
    .select(({ fn }) => fn.max('runs.as_of').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}

// Reads what the Scores page and its CSV file show, on the reading thread: it has all rows, and the serving thread never
// has to filter and sort thousands of them.

import type { Queries } from '@rf-indicators/core/store/store';
import { readSteps } from '../../history/steps.ts';
import { DAY, historySince, startOfDay } from '../../history/window.ts';
import type { Found, Parameters, Reading } from '../../reading.ts';
import { scoresCsv } from './csv.ts';
import { scoresPage } from './page.ts';
import { readScoresQuery } from './query.ts';
import { pageOfRows, selectRows } from './select.ts';

export async function readScoresPage(reading: Reading, parameters: Parameters): Promise<Found> {
  const { db, disclosure } = reading;
  const query = readScoresQuery(parameters);
  const now = Math.floor(reading.clock());
  const since = historySince(now);
  // The end of the day, so that every process draws the same page.
  const period = { since, until: startOfDay(now) + DAY };
  const all = reading.rows();
  const selection = selectRows(all, query);
  const shown = pageOfRows(selection.rows, query.page);
  const page = scoresPage({
    disclosure,
    query,
    all: all.length,
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
  const { rows } = selectRows(reading.rows(), readScoresQuery(parameters));
  return {
    content: await scoresCsv(rows),
    lastModified: reading.rowsChangedAt(),
    mediaType: 'text/csv; charset=utf-8',
  };
}

async function lastPublishedRun(db: Queries): Promise<number | null> {
  const row = await db
    .selectFrom('publications')
    .innerJoin('runs', 'runs.id', 'publications.run_id')
    .select(({ fn }) => fn.max('runs.as_of').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}

// Reads what the map of scores against yields shows: every provider that matches the filter.

import type { PublicScore } from '@rf-indicators/contract';
import { countServed } from '@rf-indicators/core/desk/served/select';
import { eachRow } from '../../current-rows.ts';
import type { Found, Parameters, Reading } from '../../reading.ts';
import { nameInLine } from '../../wire/one-line-texts.ts';
import { type MappedProvider, scoresMapPage } from './map.ts';
import { readScoresQuery } from './query.ts';
import { HTML_TYPE, lastPublishedRun } from './read-scores.ts';
import { countRows, filterOf, SORT_OF } from './select.ts';
import { readWithdrawn } from './withdrawn.ts';

export async function readScoresMap(reading: Reading, parameters: Parameters): Promise<Found> {
  const { db, site, clock } = reading;
  const query = readScoresQuery(parameters);
  const mapped = await eachRow(reading, filterOf(query), SORT_OF.safest, ({ publicRow, finalScore }) =>
    markOf(JSON.parse(publicRow) as PublicScore, finalScore),
  );
  const page = scoresMapPage({
    ...{ site, query, mapped },
    all: await countServed(db),
    selection: await countRows(reading, query),
    withdrawn: await readWithdrawn(reading, query),
    lastRunAt: await lastPublishedRun(db),
  });
  return { content: page.text, lastModified: Math.floor(clock()), mediaType: HTML_TYPE };
}

function markOf(row: PublicScore, score: number): MappedProvider {
  const { slug, name, risk_band, yield_min, yield_max, stale, scored_at } = row;
  return {
    ...{ slug, name: nameInLine(name), score },
    band: risk_band,
    yieldMin: yield_min,
    yieldMax: yield_max,
    isStale: stale,
    scoredAt: scored_at,
  };
}

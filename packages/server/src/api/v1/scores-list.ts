// GET /api/v1/scores: all current indicators, or those that were current at `as_of`.

import { readPastInstant } from '../../http/instant-parameters.ts';
import { readContents } from '../../rendering/content.ts';
import { sortByName } from '../../rendering/current-rows.ts';
import { assemblePage, type ListQuery, readCursor, type Sort } from '../../rendering/lists.ts';
import { type Answer, invalidParameter, type Parameters, type Reading } from '../../rendering/reading.ts';
import { type RenderedRow, renderRow, rowFacts } from '../../rendering/rows.ts';
import { indicatorsAsOf } from '../../rendering/served.ts';
import { instant } from '../../rendering/wire/instants.ts';

export async function listScores(reading: Reading, parameters: Parameters): Promise<Answer> {
  const asOf = readPastInstant(parameters, 'as_of', reading.clock());
  if (typeof asOf === 'object') return asOf;
  const sort = (parameters.sort ?? 'name') as Sort;
  const limit = (parameters.limit as number | undefined) ?? null;
  const withDecisions = parameters.include !== undefined;
  if (withDecisions && limit === null) {
    return invalidParameter('limit', 'required', 'is required with include');
  }
  const cursor = parameters.cursor === undefined ? null : readCursor(String(parameters.cursor), sort);
  if (cursor === null && parameters.cursor !== undefined) {
    return invalidParameter(
      'cursor',
      'not_cursor',
      'belongs to a different sort order or is not a cursor of this operation',
    );
  }
  const query: ListQuery = {
    plannerType: (parameters.planner_type as string | undefined) ?? null,
    riskBand: (parameters.risk_band as string | undefined) ?? null,
    sort,
    limit,
    cursor,
    withDecisions,
  };
  const page = assemblePage(asOf === undefined ? reading.rows() : await rowsAsOf(reading, asOf), query);
  const echo = asOf === undefined ? '' : `,"as_of":${JSON.stringify(instant(asOf))}`;
  const text = (cached: boolean) =>
    `{"data":[${page.rows.join(',')}],"limitations_disclosure":${JSON.stringify(reading.disclosure)},` +
    `"cached":${cached},"next_cursor":${JSON.stringify(page.nextCursor)}${echo}}`;
  // The latest change of any row, because the page also changes when a row leaves it.
  return { content: text(false), keptContent: text(true), lastModified: reading.rowsChangedAt() };
}

async function rowsAsOf({ db }: Reading, asOf: number): Promise<RenderedRow[]> {
  const rows: RenderedRow[] = [];
  for await (const [served, content] of readContents(db, await indicatorsAsOf(db, asOf), asOf)) {
    rows.push(renderRow(served, rowFacts(content)));
  }
  return sortByName(rows);
}

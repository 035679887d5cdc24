// GET /api/v1/scores: all current indicators, or those that were current at `as_of`.

import { indicatorsAsOf } from '@rf-indicators/core/desk/served/published-rows';
import {
  lastServedChange,
  type Place,
  type ServedFilter,
  selectServed,
} from '@rf-indicators/core/desk/served/select';
import type { ServedIndicator } from '@rf-indicators/core/desk/served/served';
import { decisionIn } from '@rf-indicators/core/desk/snapshots/fill-template';
import { instant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { readPastInstant } from '../../http/instant-parameters.ts';
import { eachRow, rowsOf } from '../../rendering/current-rows.ts';
import { pageOf, readCursor, type Sort, writeCursor } from '../../rendering/lists.ts';
import { type Answer, invalidParameter, type Parameters, type Reading } from '../../rendering/reading.ts';
import type { RenderedRow } from '../../rendering/rows.ts';

export async function listScores(reading: Reading, parameters: Parameters): Promise<Answer> {
  const asOf = readPastInstant(parameters, 'as_of', reading.clock());
  if (typeof asOf === 'object') return asOf;
  const sort = (parameters.sort ?? 'name') as Sort;
  const limit = (parameters.limit as number | undefined) ?? null;
  const withDecisions = parameters.include !== undefined;
  if (withDecisions && limit === null) {
    return invalidParameter('limit', 'required', 'is required with include');
  }
  const after = parameters.cursor === undefined ? null : readCursor(String(parameters.cursor), sort);
  if (after === null && parameters.cursor !== undefined) {
    return invalidParameter(
      'cursor',
      'not_cursor',
      'belongs to a different sort order or is not a cursor of this operation',
    );
  }
  const filter: ServedFilter = {
    plannerType: (parameters.planner_type as string | undefined) ?? null,
    riskBand: (parameters.risk_band as string | undefined) ?? null,
  };
  const page = { sort, limit, after, withDecisions };
  // The latest change of any row, because the page also changes when a row leaves it. Read before the rows, so that a
  // publication in between makes the time too old rather than too new.
  const lastModified = await lastServedChange(reading.db);
  const { rows, nextCursor } =
    asOf === undefined && limit === null && after === null
      ? { rows: await eachRow(reading, filter, sort, closedRow), nextCursor: null }
      : await readPage(reading, filter, page, asOf);
  const echo = asOf === undefined ? '' : `,"as_of":${JSON.stringify(instant(asOf))}`;
  const text = (cached: boolean) =>
    `{"data":[${rows.join(',')}],"limitations_disclosure":${JSON.stringify(reading.disclosure)},` +
    `"cached":${cached},"next_cursor":${JSON.stringify(nextCursor)}${echo}}`;
  return { content: text(false), keptContent: text(true), lastModified };
}

interface Page {
  sort: Sort;
  /** Null for all rows. */
  limit: number | null;
  after: Place | null;
  withDecisions: boolean;
}

const closedRow = ({ openRow }: RenderedRow) => `${openRow}}`;

async function readPage(
  reading: Reading,
  filter: ServedFilter,
  { sort, limit, after, withDecisions }: Page,
  asOf: number | undefined,
): Promise<{ rows: string[]; nextCursor: string | null }> {
  // One more than the page, to see whether it is the last.
  const most = limit === null ? Number.MAX_SAFE_INTEGER : limit + 1;
  const found =
    asOf === undefined
      ? await selectServed(reading.db, filter, { sort, limit: most, after })
      : pageOf(await indicatorsAsOf(reading.db, asOf), filter, { sort, limit: most, after });
  const shown = limit === null ? found : found.slice(0, limit);
  const rendered = await rowsOf(reading, shown, asOf);
  const decisions = withDecisions ? await decisionsOf(reading, shown, asOf) : null;
  return {
    rows: rendered.map((row, index) =>
      decisions === null ? closedRow(row) : `${row.openRow},"rf_decision_object":${decisions[index]}}`,
    ),
    nextCursor: found.length > shown.length ? writeCursor(shown.at(-1)!, sort) : null,
  };
}

async function decisionsOf(
  { snapshots }: Reading,
  indicators: readonly ServedIndicator[],
  asOf: number | undefined,
): Promise<string[]> {
  const templates = await snapshots.templates(indicators, asOf);
  return indicators.map(({ verificationId }) => decisionIn(templates.get(verificationId)!.text));
}

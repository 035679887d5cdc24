// Reads of the spreadsheets: the rows that the JSON of the API has, in the columns of the contract.

import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  EXPORT_PAGES,
  SPREADSHEETS,
  type SpreadsheetFormat,
  type SpreadsheetName,
} from '@rf-indicators/contract';
import { indicatorsAsOf } from '@rf-indicators/core/desk/served/published-rows';
import { lastServedChange, type ServedFilter, selectServed } from '@rf-indicators/core/desk/served/select';
import { currentIndicators, type ServedIndicator } from '@rf-indicators/core/desk/served/served';
import { parseAsWritten } from '@rf-indicators/core/desk/snapshots/wire-numbers';
import { readPastInstant } from '../../http/read-parameters.ts';
import { eachRow, rowsOf } from '../../rendering/current-rows.ts';
import { pageOf, readCursor, type Sort, writeCursor } from '../../rendering/lists.ts';
import { whyNone } from '../../rendering/no-indicator.ts';
import {
  invalidParameter,
  isProblem,
  type Parameters,
  type Read,
  type Reading,
  type ReadProblem,
} from '../../rendering/reading.ts';
import type { RenderedRow } from '../../rendering/rows.ts';
import { type Cells, cellsOf } from '../../rendering/spreadsheets/sheet.ts';
import { providerOrProblem } from '../provider-or-problem.ts';
import { type Rows, spreadsheetFile } from '../spreadsheets/file.ts';
import { getChangelog } from './changes.ts';
import { getScoreHistory } from './scores.ts';

type ReadRows = (reading: Reading, parameters: Parameters) => Promise<Rows | ReadProblem>;

function exporting(name: SpreadsheetName, format: SpreadsheetFormat, readRows: ReadRows): Read {
  return async (reading, parameters) => {
    const found = await readRows(reading, parameters);
    return 'problem' in found ? found : spreadsheetFile(reading, { name, format }, parameters, found);
  };
}

export const exportScoresCsv = exporting('scores', 'csv', readScores);
export const exportScoresXlsx = exporting('scores', 'xlsx', readScores);
export const exportCriteriaCsv = exporting('criteria', 'csv', readCriteria);
export const exportCriteriaXlsx = exporting('criteria', 'xlsx', readCriteria);
export const exportHistoryCsv = exporting('history', 'csv', readHistory);
export const exportHistoryXlsx = exporting('history', 'xlsx', readHistory);
export const exportChangesCsv = exporting('changes', 'csv', readChanges);
export const exportChangesXlsx = exporting('changes', 'xlsx', readChanges);

async function readScores(reading: Reading, parameters: Parameters): Promise<Rows | ReadProblem> {
  const asOf = readPastInstant(parameters, 'as_of', reading.clock());
  if (typeof asOf === 'object') return asOf;
  const sort = (parameters.sort ?? 'name') as Sort;
  const filter: ServedFilter = {
    plannerType: (parameters.planner_type as string | undefined) ?? null,
    riskBand: (parameters.risk_band as string | undefined) ?? null,
  };
  // Read before the rows, so that a publication in between makes the time too old rather than too new.
  const lastModified = await lastServedChange(reading.db);
  if (asOf === undefined) return { rows: await eachRow(reading, filter, sort, scoreCells), lastModified };
  const all = { sort, limit: Number.MAX_SAFE_INTEGER, after: null };
  const past = pageOf(await indicatorsAsOf(reading.db, asOf), filter, all);
  return { rows: (await rowsOf(reading, past, asOf)).map(scoreCells), lastModified, asOf };
}

function scoreCells({ openRow }: RenderedRow): Cells {
  return cellsOf(SPREADSHEETS.scores.columns, parseAsWritten(`${openRow}}`) as object);
}

/** Some milliseconds. */
const PROVIDERS_AT_ONCE = 10;

async function readCriteria(reading: Reading, parameters: Parameters): Promise<Rows | ReadProblem> {
  const { provider } = parameters;
  return provider === undefined
    ? criteriaOfAll(reading, parameters)
    : criteriaOfOne(reading, String(provider));
}

async function criteriaOfOne(reading: Reading, idOrSlug: string): Promise<Rows | ReadProblem> {
  const provider = await providerOrProblem(reading, idOrSlug);
  if ('problem' in provider) return provider;
  const [served] = await currentIndicators(reading.db, [provider.id]);
  if (served === undefined) return whyNone(reading, provider.id);
  return { rows: await criterionRows(reading, [served]), lastModified: served.changedAt };
}

async function criteriaOfAll(
  reading: Reading,
  { limit = EXPORT_PAGES.criteria, cursor }: Parameters,
): Promise<Rows | ReadProblem> {
  const after = cursor === undefined ? null : readCursor(String(cursor), 'name');
  if (after === null && cursor !== undefined)
    return invalidParameter('cursor', 'not_cursor', 'is not a cursor of this operation');
  const lastModified = await lastServedChange(reading.db);
  const most = Number(limit);
  const found = await selectServed(reading.db, {}, { sort: 'name', limit: most + 1, after });
  const shown = found.slice(0, most);
  return {
    rows: await criterionRows(reading, shown),
    lastModified,
    nextCursor: found.length > most ? writeCursor(shown.at(-1)!, 'name') : null,
  };
}

interface Snapshot extends Record<string, unknown> {
  criterion_scores: { contested: readonly unknown[] }[];
}

async function criterionRows(reading: Reading, indicators: readonly ServedIndicator[]): Promise<Cells[]> {
  const rows: Cells[] = [];
  for (let at = 0; at < indicators.length; at += PROVIDERS_AT_ONCE) {
    const texts = await reading.snapshots.texts(indicators.slice(at, at + PROVIDERS_AT_ONCE), reading);
    for (const { text } of texts) {
      const { criterion_scores, provider_id, slug, name, verification_id, scored_at } = parseAsWritten(
        text,
      ) as Snapshot;
      const indicator = { provider_id, slug, name, verification_id, scored_at };
      for (const criterion of criterion_scores) {
        const contested = criterion.contested.length;
        rows.push(cellsOf(SPREADSHEETS.criteria.columns, { ...criterion, contested, ...indicator }));
      }
    }
    await nextTurn();
  }
  return rows;
}

async function readHistory(reading: Reading, parameters: Parameters): Promise<Rows | ReadProblem> {
  const { provider: idOrSlug, ...rest } = parameters;
  const provider = await providerOrProblem(reading, String(idOrSlug));
  if ('problem' in provider) return provider;
  const { id: provider_id, slug, name } = provider;
  const history = await rowsOfJson(getScoreHistory, reading, {
    ...{ limit: EXPORT_PAGES.history, ...rest },
    providerId: provider_id,
  });
  if ('problem' in history) return history;
  const { data, ...found } = history;
  const rows = data.map((row) => cellsOf(SPREADSHEETS.history.columns, { ...row, provider_id, slug, name }));
  return { ...found, rows };
}

async function readChanges(reading: Reading, parameters: Parameters): Promise<Rows | ReadProblem> {
  const changes = await rowsOfJson(getChangelog, reading, { limit: EXPORT_PAGES.changes, ...parameters });
  if ('problem' in changes) return changes;
  const { data, ...found } = changes;
  return { ...found, rows: data.map((row) => cellsOf(SPREADSHEETS.changes.columns, row)) };
}

/** The rows of a page that another operation returns. */
async function rowsOfJson(
  read: Read,
  reading: Reading,
  parameters: Parameters,
): Promise<{ data: object[]; lastModified: number; nextCursor: string | null } | ReadProblem> {
  const answer = await read(reading, parameters);
  if (isProblem(answer)) return answer;
  const { data, next_cursor } = parseAsWritten(String(answer.content)) as {
    data: object[];
    next_cursor: string | null;
  };
  return { data, lastModified: answer.lastModified, nextCursor: next_cursor };
}

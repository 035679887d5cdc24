// Spreadsheets of what the API returns as JSON. Each is an operation for CSV and one for XLSX.

import {
  SPREADSHEET_TYPES,
  SPREADSHEETS,
  type SpreadsheetFormat,
  type SpreadsheetName,
} from '../spreadsheets.ts';
import { Type } from '../type.ts';
import changeOperations from './changes.ts';
import { type Operation, operations } from './operation.ts';
import { closed, cursor, instantOrDate, NO_PARAMETERS, period, providerIdOrSlug } from './parameters.ts';
import scoreOperations from './scores.ts';

/** What a page has, at the most and by default. */
export const EXPORT_PAGES = {
  /** Providers, each with some forty criteria. */
  criteria: 100,
  /** Rows. */
  history: 1000,
  changes: 1000,
  /** Calls; each can have a thousand rows, and a page has at least one. */
  decisions: 1000,
  decisionRows: 10_000,
} as const;

const NEXT = 'A Link header with rel="next" has the address of the next page, if there is one.';

function limit(maximum: number, of: string) {
  return Type.Optional(
    Type.Integer({ minimum: 1, maximum, default: maximum, description: `The maximum number of ${of}.` }),
  );
}

type Described = Pick<Operation, 'summary' | 'description' | 'query' | 'problems' | 'caching'>;

const { planner_type, risk_band, sort, as_of } = scoreOperations.listScores.query.properties;
const { since, provider_id, kinds } = changeOperations.getChangelog.query.properties;

const DESCRIBED: Readonly<Record<SpreadsheetName, Described>> = {
  scores: {
    summary: 'Get the scores of all providers',
    description: 'Returns the rows of GET /api/v1/scores with the same filters, all in one file.',
    query: closed({ planner_type, risk_band, sort, as_of }),
    problems: [],
    caching: 'keyed',
  },
  criteria: {
    summary: 'Get how criteria were scored',
    description: `Returns a row for each criterion of the current indicator of one provider, or of all providers by name: the criterion_scores of GET /api/v1/scores/{providerId}. ${NEXT}`,
    query: closed({
      provider: Type.Optional(providerIdOrSlug),
      limit: limit(EXPORT_PAGES.criteria, 'providers'),
      cursor,
    }),
    problems: ['provider_not_found', 'indicator_not_found', 'indicator_withdrawn'],
    caching: 'keyed',
  },
  history: {
    summary: 'Get the published indicators of one provider',
    description: `Returns the rows of GET /api/v1/scores/{providerId}/history, newest publication first. ${NEXT}`,
    query: closed({
      provider: providerIdOrSlug,
      ...period,
      limit: limit(EXPORT_PAGES.history, 'rows'),
      cursor,
    }),
    problems: ['provider_not_found'],
    caching: 'keyed',
  },
  changes: {
    summary: 'Get changes to indicators',
    description: `Returns the rows of GET /api/public/changelog, newest first. ${NEXT}`,
    query: closed({ since, provider_id, kinds, limit: limit(EXPORT_PAGES.changes, 'rows'), cursor }),
    problems: [],
    caching: 'keyed',
  },
  decisions: {
    summary: 'Get the decisions of the workspace',
    description: `Returns a row for each provider of each call for decisions that the workspace made and the service still keeps, newest call first. A page has whole calls, and at most ${EXPORT_PAGES.decisionRows.toLocaleString('en')} rows. ${NEXT}`,
    query: closed({
      policy: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 64,
          description: 'Only decisions by the policy of this name.',
        }),
      ),
      reference: Type.Optional(
        Type.String({ minLength: 1, maxLength: 64, description: 'Only calls with this reference.' }),
      ),
      since: Type.Optional(
        instantOrDate(
          'Only calls at or after this time. An RFC 3339 date-time, or a date, which means the start of that day in UTC.',
        ),
      ),
      until: Type.Optional(
        instantOrDate(
          'Only calls at or before this time. An RFC 3339 date-time, or a date, which means the end of that day in UTC.',
        ),
      ),
      limit: limit(EXPORT_PAGES.decisions, 'calls'),
      cursor,
    }),
    problems: [],
    caching: 'none',
  },
};

function file(name: SpreadsheetName, format: SpreadsheetFormat): Omit<Operation, 'id'> {
  const { summary, ...described } = DESCRIBED[name];
  const isPaged = 'cursor' in described.query.properties;
  return {
    ...described,
    method: 'GET',
    path: `/exports/v1/${name}.${format}`,
    tag: 'spreadsheets',
    summary: `${summary} as ${format.toUpperCase()}`,
    access: SPREADSHEETS[name].access,
    params: NO_PARAMETERS,
    success: {
      status: 200,
      schema: null,
      mediaType: SPREADSHEET_TYPES[format],
      description: 'The spreadsheet.',
      headers: ['Content-Disposition', ...(isPaged ? (['Link'] as const) : [])],
    },
  };
}

export default operations({
  exportScoresCsv: file('scores', 'csv'),
  exportScoresXlsx: file('scores', 'xlsx'),
  exportCriteriaCsv: file('criteria', 'csv'),
  exportCriteriaXlsx: file('criteria', 'xlsx'),
  exportHistoryCsv: file('history', 'csv'),
  exportHistoryXlsx: file('history', 'xlsx'),
  exportChangesCsv: file('changes', 'csv'),
  exportChangesXlsx: file('changes', 'xlsx'),
  exportDecisionsCsv: file('decisions', 'csv'),
  exportDecisionsXlsx: file('decisions', 'xlsx'),
});

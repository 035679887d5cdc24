// Reads of the current indicators: the list, one provider, its history, and comparable providers.

import type { HistoryEntry, Identifier, ScoreHistory } from '@rf-indicators/contract';
import { IDENTIFIER_KINDS } from '@rf-indicators/contract/identifier-kinds';
import { readIdentifier } from '@rf-indicators/core/desk/providers/identifiers';
import { peersOf } from '@rf-indicators/core/desk/served/peers';
import { indicatorsAsOf } from '@rf-indicators/core/desk/served/published-rows';
import {
  lastServedChange,
  type Place,
  type ServedFilter,
  selectServed,
} from '@rf-indicators/core/desk/served/select';
import { currentIndicators, type ServedIndicator } from '@rf-indicators/core/desk/served/served';
import { decisionIn, modulesIn } from '@rf-indicators/core/desk/snapshots/fill-template';
import { instant, offsetInstant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { hundredths } from '@rf-indicators/core/desk/snapshots/wire-numbers';
import {
  periodProblem,
  readInstant,
  readNumberCursor,
  readPastInstant,
  writeNumberCursor,
} from '../../http/read-parameters.ts';
import { listOfRows, rowsOf } from '../../rendering/current-rows.ts';
import { ListText } from '../../rendering/list-text.ts';
import { pageOf, readCursor, type Sort, writeCursor } from '../../rendering/lists.ts';
import { listWithdrawn, whyNone } from '../../rendering/no-indicator.ts';
import {
  changedAt,
  currentReview,
  publishedBy,
  stalenessOf,
  stateOf,
} from '../../rendering/published-indicators.ts';
import {
  type Answer,
  invalidParameter,
  type Parameters,
  type Reading,
  type ReadProblem,
} from '../../rendering/reading.ts';
import type { RenderedRow } from '../../rendering/rows.ts';
import { readUncapped } from '../../rendering/uncapped.ts';
import { providerOrProblem } from '../provider-or-problem.ts';

export async function listScores(reading: Reading, parameters: Parameters): Promise<Answer> {
  const asOf = readPastInstant(parameters, 'as_of', reading.clock());
  if (typeof asOf === 'object') return asOf;
  const sort = (parameters.sort ?? 'name') as Sort;
  const limit = (parameters.limit as number | undefined) ?? null;
  const included = String(parameters.include ?? '').split(',');
  const withDecisions = included.includes('rf_decision_object');
  if (withDecisions && limit === null) {
    return invalidParameter('limit', 'required', 'is required with include=rf_decision_object');
  }
  const after = parameters.cursor === undefined ? null : readCursor(String(parameters.cursor), sort);
  if (after === null && parameters.cursor !== undefined) {
    return invalidParameter(
      'cursor',
      'not_cursor',
      'belongs to a different sort order or is not a cursor of this operation',
    );
  }
  const identifiers = askedIdentifiers(parameters);
  if ('problem' in identifiers) return identifiers;
  const filter: ServedFilter = {
    identifiers,
    plannerType: (parameters.planner_type as string | undefined) ?? null,
    riskBand: (parameters.risk_band as string | undefined) ?? null,
  };
  const page = { sort, limit, after, withDecisions };
  // The latest change of any row, because the page also changes when a row leaves it. Read before the rows, so that a
  // publication in between makes the time too old rather than too new.
  const lastModified = await lastServedChange(reading.db);
  const { list, nextCursor } =
    asOf === undefined && limit === null && after === null
      ? { list: await listOfRows(reading, filter, sort, closedRow), nextCursor: null }
      : await readPage(reading, filter, page, asOf);
  const withdrawn = included.includes('withdrawn')
    ? `,"withdrawn":${JSON.stringify(await listWithdrawn(reading, filter, asOf))}`
    : '';
  const echo = asOf === undefined ? '' : `,"as_of":${JSON.stringify(instant(asOf))}`;
  const content = (cached: boolean) =>
    list.closedWith(
      `]${withdrawn},"limitations_disclosure":${JSON.stringify(reading.disclosure)},"cached":${cached},` +
        `"next_cursor":${JSON.stringify(nextCursor)}${echo}}`,
    );
  return { content: content(false), keptContent: content(true), lastModified };
}

/** Those that the list is filtered by. */
function askedIdentifiers(parameters: Parameters): Identifier[] | ReadProblem {
  const asked: Identifier[] = [];
  for (const kind of IDENTIFIER_KINDS) {
    const given = parameters[kind];
    if (given === undefined) continue;
    const read = readIdentifier(kind, String(given));
    if ('problem' in read) return invalidParameter(kind, 'not_identifier', read.problem);
    asked.push({ kind, value: read.value });
  }
  return asked;
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
): Promise<{ list: ListText; nextCursor: string | null }> {
  // One more than the page, to see whether it is the last.
  const most = limit === null ? Number.MAX_SAFE_INTEGER : limit + 1;
  const found =
    asOf === undefined
      ? await selectServed(reading.db, filter, { sort, limit: most, after })
      : pageOf(await indicatorsAsOf(reading.db, asOf), filter, { sort, limit: most, after });
  const shown = limit === null ? found : found.slice(0, limit);
  const rendered = await rowsOf(reading, shown, asOf);
  const decisions = withDecisions ? await decisionsOf(reading, shown, asOf) : null;
  const list = new ListText('{"data":[');
  for (const [index, row] of rendered.entries())
    list.add(
      decisions === null ? closedRow(row) : `${row.openRow},"rf_decision_object":${decisions[index]}}`,
    );
  const nextCursor = found.length > shown.length ? writeCursor(shown.at(-1)!, sort) : null;
  return { list, nextCursor };
}

async function decisionsOf(
  { snapshots }: Reading,
  indicators: readonly ServedIndicator[],
  asOf: number | undefined,
): Promise<string[]> {
  const templates = await snapshots.templates(indicators, asOf);
  return indicators.map(({ verificationId }) => decisionIn(templates.get(verificationId)!.text));
}

export async function getScore(reading: Reading, parameters: Parameters): Promise<Answer> {
  const { db, snapshots } = reading;
  const asOf = readPastInstant(parameters, 'as_of', reading.clock());
  if (typeof asOf === 'object') return asOf;
  const provider = await providerOrProblem(reading, String(parameters.providerId));
  if ('problem' in provider) return provider;
  const [served] =
    asOf === undefined
      ? await currentIndicators(db, [provider.id])
      : await indicatorsAsOf(db, asOf, provider.id);
  if (served === undefined) return whyNone(reading, provider.id, asOf);
  const [snapshot] = await snapshots.texts([served], reading, asOf);
  const { text, mark } = snapshot!;
  return { content: text, lastModified: served.changedAt, tagOf: mark ?? text };
}

const CURSOR = 'history';
const HISTORY_LIMIT = 100;

export async function getScoreHistory(reading: Reading, parameters: Parameters): Promise<Answer> {
  const from = readInstant(parameters, 'from', 'start');
  if (typeof from === 'object') return from;
  const to = readInstant(parameters, 'to');
  if (typeof to === 'object') return to;
  const reversed = periodProblem(from, to);
  if (reversed !== null) return reversed;
  const before =
    parameters.cursor === undefined ? undefined : readNumberCursor(CURSOR, String(parameters.cursor));
  if (before === null) return invalidParameter('cursor', 'not_cursor', 'is not a cursor of this operation');
  const provider = await providerOrProblem(reading, String(parameters.providerId));
  if ('problem' in provider) return provider;

  const limit = (parameters.limit as number | undefined) ?? HISTORY_LIMIT;
  let query = publishedBy(reading.db, provider.id)
    .orderBy('indicators.log_index', 'desc')
    .limit(limit + 1);
  if (from !== undefined) query = query.where('indicators.as_of', '>=', from);
  if (to !== undefined) query = query.where('indicators.as_of', '<=', to);
  if (before !== undefined) query = query.where('indicators.log_index', '<', before);
  const rows = await query.execute();
  const page = rows.slice(0, limit);
  const uncapped = await readUncapped(
    reading,
    provider.id,
    page.map((row) => ({ verificationId: row.verification_id, finalScore: row.final_score })),
  );
  const data = page.map(
    (row): HistoryEntry => ({
      verification_id: row.verification_id,
      kind: row.kind,
      final_score: hundredths(row.final_score),
      uncapped_score: hundredths(uncapped.get(row.verification_id) ?? row.final_score),
      risk_band: row.risk_band as HistoryEntry['risk_band'],
      scored_at: offsetInstant(row.as_of),
      published_at: instant(row.published_at),
      framework_version: row.framework_version,
      supersedes: row.supersedes,
      corrects: row.corrects,
      corrected_by: row.corrected_by,
      state: stateOf(row),
      ...stalenessOf(row),
      ...currentReview(row),
    }),
  );
  const history: ScoreHistory = {
    provider_id: provider.id,
    data,
    next_cursor: rows.length > limit ? writeNumberCursor(CURSOR, page.at(-1)!.log_index) : null,
    limitations_disclosure: reading.disclosure,
  };
  return {
    content: JSON.stringify(history),
    lastModified: page.reduce((latest, row) => Math.max(latest, changedAt(row)), 0),
  };
}

const PEERS_LIMIT = 5;

export async function getScorePeers(reading: Reading, parameters: Parameters): Promise<Answer> {
  const { db, snapshots, disclosure } = reading;
  const provider = await providerOrProblem(reading, String(parameters.providerId));
  if ('problem' in provider) return provider;
  // Any of the rows can change, and others can come between them. Read before the rows, so that a publication in
  // between makes the time too old rather than too new.
  const lastModified = await lastServedChange(db);
  const [served] = await currentIndicators(db, [provider.id]);
  if (served === undefined) return whyNone(reading, provider.id);
  const { count, ranked } = await peersOf(db, served, Number(parameters.limit ?? PEERS_LIMIT));
  const indicators = ranked.map((peer) => peer.served);
  const rows = await rowsOf(reading, indicators);
  const templates = await snapshots.templates(indicators);
  const data = ranked.map(({ served: { verificationId }, rank }, at) => {
    const modules = modulesIn(templates.get(verificationId)!.text);
    return `${rows[at]!.publicRow.slice(0, -1)},"rank":${rank},"modules":${modules}}`;
  });
  const { rank } = ranked.find((peer) => peer.served.providerId === provider.id)!;
  const head = { provider_id: provider.id, planner_type: served.plannerType, rank, count };
  const foot = `"limitations_disclosure":${JSON.stringify(disclosure)}}`;
  const content = `${JSON.stringify(head).slice(0, -1)},"data":[${data.join(',')}],${foot}`;
  return { content, lastModified };
}

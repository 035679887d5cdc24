// GET /api/v1/scores/{providerId}/history: all published indicators of one provider, newest first.

import type { HistoryEntry, ScoreHistory } from '@rf-indicators/contract';
import { instant, offsetInstant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { hundredths } from '@rf-indicators/core/desk/snapshots/wire-numbers';
import { readInstant } from '../../http/instant-parameters.ts';
import { readNumberCursor, writeNumberCursor } from '../../http/number-cursors.ts';
import { changedAt, publishedBy, stalenessOf, stateOf } from '../../rendering/published-indicators.ts';
import { type Answer, invalidParameter, type Parameters, type Reading } from '../../rendering/reading.ts';
import { providerOrProblem } from '../provider-or-problem.ts';

const CURSOR = 'history';
const DEFAULT_LIMIT = 100;

export async function getScoreHistory(reading: Reading, parameters: Parameters): Promise<Answer> {
  const from = readInstant(parameters, 'from', 'start');
  if (typeof from === 'object') return from;
  const to = readInstant(parameters, 'to');
  if (typeof to === 'object') return to;
  const before =
    parameters.cursor === undefined ? undefined : readNumberCursor(CURSOR, String(parameters.cursor));
  if (before === null) return invalidParameter('cursor', 'not_cursor', 'is not a cursor of this operation');
  const provider = await providerOrProblem(reading, String(parameters.providerId));
  if ('problem' in provider) return provider;

  const limit = (parameters.limit as number | undefined) ?? DEFAULT_LIMIT;
  let query = publishedBy(reading.db, provider.id)
    .orderBy('indicators.log_index', 'desc')
    .limit(limit + 1);
  if (from !== undefined) query = query.where('indicators.as_of', '>=', from);
  if (to !== undefined) query = query.where('indicators.as_of', '<=', to);
  if (before !== undefined) query = query.where('indicators.log_index', '<', before);
  const rows = await query.execute();
  const page = rows.slice(0, limit);
  const data = page.map(
    (row): HistoryEntry => ({
      verification_id: row.verification_id,
      kind: row.kind,
      final_score: hundredths(row.final_score),
      risk_band: row.risk_band as HistoryEntry['risk_band'],
      scored_at: offsetInstant(row.as_of),
      published_at: instant(row.published_at),
      framework_version: row.framework_version,
      supersedes: row.supersedes,
      corrects: row.corrects,
      corrected_by: row.corrected_by,
      state: stateOf(row),
      ...stalenessOf(row),
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

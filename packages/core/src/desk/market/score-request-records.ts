// Score requests as the desk lists them, and their outcome as the public sees it.

import type { ScoreRequestOutcome } from '@rf-indicators/contract';
import { type Portion, timeOrder } from '../../context/paging.ts';
import { instantText } from '../../context/times.ts';
import type { Database, ScoreRequestStatus } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { anyContains } from '../../store/text-match.ts';

export interface ListedScoreRequest extends Omit<Database['score_requests'], 'provider_id'> {
  /** Once it is scored: the provider that it led to. */
  provider_id: string | null;
  slug: string | null;
  /** Oldest first. */
  notes: { at: number; by: string; note: string }[];
}

export interface ScoreRequestFilter {
  status?: ScoreRequestStatus | undefined;
  since?: number | undefined;
  until?: number | undefined;
  /** In the provider, its address, the contact or the message. */
  text?: string | undefined;
}

export const SCORE_REQUEST_ORDER = timeOrder<ListedScoreRequest>(
  'score_requests',
  'oldest',
  ['received_at', 'score_requests.id'],
  ({ received_at, id }) => [received_at, id],
);

const SEARCHED = ['provider_name', 'provider_url', 'contact_email', 'message'];

/** Oldest first. */
export async function listScoreRequests(
  db: Queries,
  { status, since, until, text = '' }: ScoreRequestFilter = {},
  portion: Portion = {},
): Promise<ListedScoreRequest[]> {
  let query = db
    .selectFrom('score_requests')
    .leftJoin('providers', 'providers.id', 'score_requests.provider_id')
    .selectAll('score_requests')
    .select('providers.slug');
  if (status !== undefined) query = query.where('score_requests.status', '=', status);
  if (since !== undefined) query = query.where('received_at', '>=', since);
  if (until !== undefined) query = query.where('received_at', '<=', until);
  if (text !== '') query = query.where(anyContains(SEARCHED, text));
  const rows = await SCORE_REQUEST_ORDER.select(query, portion).execute();
  const notes = db
    .selectFrom('score_request_notes')
    .innerJoin('staff', 'staff.id', 'score_request_notes.noted_by')
    .select(['request_id', 'noted_at as at', 'staff.name as by', 'note'])
    .orderBy('noted_at')
    .orderBy('score_request_notes.id');
  // Of a page only: there may be thousands of notes, and a list of all ids would be too long for a query.
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const found = await (portion.limit === undefined ? notes : notes.where('request_id', 'in', ids)).execute();
  const byRequest = Map.groupBy(found, ({ request_id }) => request_id);
  return rows.map((row) => ({
    ...row,
    notes: (byRequest.get(row.id) ?? []).map(({ at, by, note }) => ({ at, by, note })),
  }));
}

/**
 * What became of a request; null if there is none with this id. Without what the sender wrote, because anyone who has the
 * id may read it.
 */
export async function readScoreRequestOutcome(db: Queries, id: string): Promise<ScoreRequestOutcome | null> {
  const row = await db
    .selectFrom('score_requests')
    .leftJoin('providers', 'providers.id', 'score_requests.provider_id')
    .select(['status', 'received_at', 'decided_at', 'score_requests.provider_id', 'providers.slug'])
    .where('score_requests.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    request_id: id,
    status: row.status,
    received_at: instantText(row.received_at),
    decided_at: row.decided_at === null ? null : instantText(row.decided_at),
    provider_id: row.provider_id,
    slug: row.slug,
  };
}

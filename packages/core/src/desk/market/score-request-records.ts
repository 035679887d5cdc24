// Score requests as the desk lists them, and their outcome as the public sees it.

import type { ScoreRequestOutcome } from '@rf-indicators/contract';
import type { DomainInputOf } from '@rf-indicators/contract/acts';
import { ListOrder, type Page, timeOrder } from '../../context/paging.ts';
import { instantText } from '../../context/times.ts';
import type { Database, ScoreRequestStatus } from '../../store/schema.ts';
import type { Queries } from '../../store/store.ts';
import { anyContains } from '../../store/text-match.ts';
import { type Demand, demandOf } from './name-demand.ts';

export interface ListedScoreRequest extends Omit<Database['score_requests'], 'provider_id' | 'name_key'> {
  /** Once it is scored: the provider that it led to. */
  provider_id: string | null;
  slug: string | null;
  /** Who asked for a name that is the same but for case, accents and spaces. */
  demand: Demand & { requesters: number };
  /** Oldest first. */
  notes: { at: number; by: string; note: string }[];
}

interface ScoreRequestFilter {
  status?: ScoreRequestStatus | undefined;
  since?: number | undefined;
  until?: number | undefined;
  /** In the provider, its address, the contact or the message. */
  text?: string | undefined;
}

const SCORE_REQUEST_ORDER = timeOrder<Selected>(
  'score_requests',
  'oldest',
  ['received_at', 'score_requests.id'],
  ({ received_at, id }) => [received_at, id],
);

/** What is undecided comes first, the most requesters before the others. */
const DEMAND_ORDER = new ListOrder<Demanded>(
  'score_requests by demand',
  [
    { by: 'undecided', type: 'integer', descending: true },
    { by: 'requesters', type: 'integer', descending: true },
    { by: 'received_at', type: 'integer' },
    { by: 'id', type: 'text' },
  ],
  ({ status, demand, received_at, id }) => [
    status === 'received' || status === 'accepted' ? 1 : 0,
    ...[demand.requesters, received_at, id],
  ],
);

const SEARCHED = ['provider_name', 'provider_url', 'contact_email', 'message'];

type Listed = DomainInputOf<'score_requests.list'>;

/** Oldest first, unless the filter names the order by demand. */
export async function listScoreRequests(
  db: Queries,
  { order = 'oldest', ...filter }: Listed = {},
): Promise<Page<ListedScoreRequest>> {
  if (order === 'oldest') {
    const { data, next_cursor } = await SCORE_REQUEST_ORDER.page(filter, (portion) =>
      SCORE_REQUEST_ORDER.select(select(db, filter), portion).execute(),
    );
    return { data: await withNotes(db, await withDemand(db, data)), next_cursor };
  }
  // The demand is counted in other rows, so every request that the filter leaves is read, without its notes.
  const all = await withDemand(db, await select(db, filter).execute());
  const { data, next_cursor } = DEMAND_ORDER.pageOfAll(all, filter);
  return { data: await withNotes(db, data), next_cursor };
}

function select(db: Queries, { status, since, until, text = '' }: ScoreRequestFilter) {
  let query = db
    .selectFrom('score_requests')
    .leftJoin('providers', 'providers.id', 'score_requests.provider_id')
    .selectAll('score_requests')
    .select('providers.slug');
  if (status !== undefined) query = query.where('score_requests.status', '=', status);
  if (since !== undefined) query = query.where('received_at', '>=', since);
  if (until !== undefined) query = query.where('received_at', '<=', until);
  return text === '' ? query : query.where(anyContains(SEARCHED, text));
}

type Selected = Database['score_requests'] & { slug: string | null };
type Demanded = Omit<ListedScoreRequest, 'notes'>;

async function withDemand(db: Queries, rows: readonly Selected[]): Promise<Demanded[]> {
  const demand = await demandOf(
    db,
    rows.flatMap(({ name_key }) => name_key ?? []),
  );
  return rows.map(({ name_key, ...row }) => {
    // One from before there were keys counts alone.
    const { workspaces, others } = (name_key === null ? undefined : demand.get(name_key)) ?? ALONE;
    return { ...row, demand: { requesters: workspaces + others, workspaces, others } };
  });
}

const ALONE: Demand = { workspaces: 0, others: 1 };

async function withNotes(db: Queries, rows: readonly Demanded[]): Promise<ListedScoreRequest[]> {
  // Of a page only: there may be thousands of notes.
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const found = await db
    .selectFrom('score_request_notes')
    .innerJoin('staff', 'staff.id', 'score_request_notes.noted_by')
    .select(['request_id', 'noted_at as at', 'staff.name as by', 'note'])
    .where('request_id', 'in', ids)
    .orderBy('noted_at')
    .orderBy('score_request_notes.id')
    .execute();
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

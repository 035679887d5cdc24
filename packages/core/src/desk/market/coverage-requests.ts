// Requests of a workspace to score names in its books. Staff see the name and how many workspaces asked for it, and not which.

import type { Context } from '../../context/context.ts';
import { civilDate, startOf } from '../../context/times.ts';
import { inPortions, insertAll } from '../../store/bulk.ts';
import { fold } from '../../store/fold.ts';
import type { ScoreRequestStatus } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';

export interface CoverageRequest {
  status: ScoreRequestStatus;
  requested_at: number;
  requested_by: string;
  decided_at: number | null;
  expected_on: string | null;
  slug: string | null;
}

/** By folded name, those that the workspace made. */
export async function coverageRequestsOf(
  db: Queries | Writes,
  workspaceId: string,
  nameKeys: readonly string[],
): Promise<ReadonlyMap<string, CoverageRequest>> {
  const found = new Map<string, CoverageRequest>();
  for (const portion of inPortions([...new Set(nameKeys)])) {
    const rows = await db
      .selectFrom('coverage_requests')
      .innerJoin('score_requests', 'score_requests.id', 'coverage_requests.request_id')
      .leftJoin('providers', 'providers.id', 'score_requests.provider_id')
      .select(['coverage_requests.name_key', 'requested_at', 'requested_by'])
      .select(['status', 'decided_at', 'expected_on', 'providers.slug'])
      .where('workspace_id', '=', workspaceId)
      .where('coverage_requests.name_key', 'in', portion)
      .execute();
    for (const { name_key, ...request } of rows) found.set(name_key, request);
  }
  return found;
}

/**
 * The names are those for which the workspace has not asked yet, each once. An undecided request for the same name is shared; a new
 * one says the day on which it was made and not the instant, and has no record of its own in the audit trail, because either would
 * tell staff which workspace made it.
 */
export async function writeCoverageRequests(
  context: Context,
  writes: Writes,
  by: { workspace: string; person: string },
  names: readonly string[],
): Promise<void> {
  const now = context.clock();
  const byKey = new Map(names.map((name) => [fold(name), name]));
  const requests = await undecided(writes, [...byKey.keys()]);
  const added = [...byKey]
    .filter(([key]) => !requests.has(key))
    .map(([name_key, provider_name]) => ({ id: context.newId(), name_key, provider_name }));
  await insertAll(
    writes,
    'score_requests',
    added.map((request) => ({
      ...{ ...request, provider_url: null, planner_type: null, contact_email: null, message: null },
      ...{ status: 'received' as const, received_at: startOf(civilDate(now)), decided_at: null },
      ...{ decided_by: null, provider_id: null, expected_on: null },
    })),
  );
  for (const { name_key, id } of added) requests.set(name_key, id);
  const requested = { workspace_id: by.workspace, requested_at: now, requested_by: by.person };
  await insertAll(
    writes,
    'coverage_requests',
    [...byKey.keys()].map((name_key) => ({ ...requested, name_key, request_id: requests.get(name_key)! })),
  );
}

/** The ids of undecided requests that workspaces made, by folded name. Those of the public have their own senders. */
async function undecided(writes: Writes, nameKeys: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const portion of inPortions(nameKeys)) {
    const rows = await writes
      .selectFrom('coverage_requests')
      .innerJoin('score_requests', 'score_requests.id', 'coverage_requests.request_id')
      .select(['coverage_requests.name_key', 'request_id'])
      .where('coverage_requests.name_key', 'in', portion)
      .where('status', 'in', ['received', 'accepted'])
      .execute();
    for (const { name_key, request_id } of rows) found.set(name_key, request_id);
  }
  return found;
}

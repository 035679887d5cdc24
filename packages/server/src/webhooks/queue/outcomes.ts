// Records the outcomes of many attempts in one transaction: the next state of each delivery, the attempt itself, and the
// health of the endpoint.

import type { Context } from '@rf-indicators/core/context/context';
import type { DisabledBecause } from '@rf-indicators/core/store/schema';
import type { Writes } from '@rf-indicators/core/store/store';
import { lockCursor } from '@rf-indicators/core/webhooks/cursor';
import { disableFailing } from '@rf-indicators/core/webhooks/endpoint-state';
import type { EndpointRow } from '@rf-indicators/core/webhooks/endpoints';
import { lockingRows, readCommitted, withGiven } from '@rf-indicators/core/webhooks/records';
import {
  type Health,
  healthAfterFailure,
  healthAfterSuccess,
  parseRetryAfter,
  retryDelay,
} from '@rf-indicators/core/webhooks/schedule';
import { isSuccess, type Outcome, writeAttempts } from './attempts.ts';

export async function recordOutcomes(
  context: Context,
  outcomes: readonly Outcome[],
  random: () => number,
): Promise<void> {
  const inOrder = outcomes.toSorted((a, b) => a.finishedAt - b.finishedAt);
  // Tests do not count for the health of an endpoint.
  const counting = inOrder.filter(({ claimed }) => !claimed.isTest);
  const byEndpoint = Map.groupBy(counting, ({ claimed }) => claimed.endpointId);
  const failing = counting.filter((outcome) => !isSuccess(outcome));
  const failingIds = new Set(failing.map(({ claimed }) => claimed.endpointId));
  const healthyIds = [...byEndpoint.keys()].filter((id) => !failingIds.has(id));
  const next = inOrder.map((outcome) => nextState(outcome, random));
  const write = async (writes: Writes) => {
    const endpoints = await readEndpoints(context, writes, [...failingIds]);
    await writeStates(context, writes, next, endpoints);
    await writeAttempts(context, writes, inOrder);
    await clearFailures(context, writes, healthyIds);
    for (const [id, endpoint] of endpoints) await writeHealth(context, writes, endpoint, byEndpoint.get(id)!);
  };
  // Disabling an endpoint writes an audit record. Those are numbered without gaps, which requires a serializable
  // transaction, and that may be retried.
  if (!failing.some(mayDisable)) return readCommitted(context.store, write);
  await context.store.transaction(async (writes) => {
    await lockCursor(writes);
    await write(writes);
  });
}

function mayDisable({ claimed, response, finishedAt }: Outcome): boolean {
  const health = { failingSince: claimed.failingSince, disabledBecause: null };
  return healthAfterFailure(health, response.code, finishedAt).disabledBecause !== null;
}

interface NextState {
  endpoint_id: string;
  event_id: string;
  claim: string;
  status: 'delivered' | 'pending' | 'exhausted' | 'waiting';
  due_at: number;
  finished_at: number | null;
  last_code: number | null;
  last_error: string | null;
}

function nextState(outcome: Outcome, random: () => number): NextState {
  const { claimed, finishedAt, response } = outcome;
  const { code, error, headers } = response;
  const key = { endpoint_id: claimed.endpointId, event_id: claimed.eventId, claim: claimed.claim };
  const last = { last_code: code, last_error: error };
  if (isSuccess(outcome)) {
    return { ...key, status: 'delivered', due_at: finishedAt, finished_at: finishedAt, ...last };
  }
  const retryAfterMs = parseRetryAfter(headers?.['retry-after'], finishedAt);
  // A test is not retried: the person who requested it is waiting for the outcome.
  const delay = claimed.isTest ? null : retryDelay(claimed.step, { code, retryAfterMs }, random);
  if (delay === null) {
    return { ...key, status: 'exhausted', due_at: finishedAt, finished_at: finishedAt, ...last };
  }
  return { ...key, status: 'pending', due_at: finishedAt + delay, finished_at: null, ...last };
}

/** Locks the rows, so that two nodes update the health of an endpoint one after the other. */
async function readEndpoints(
  { store }: Context,
  writes: Writes,
  ids: readonly string[],
): Promise<Map<string, EndpointRow>> {
  if (ids.length === 0) return new Map();
  const asked = ids.toSorted().map((id) => ({ id }));
  const statement = `select e.* from webhook_endpoints e where e.id in (select id from given)
    order by e.id ${lockingRows(store.kind)}`;
  const columns = { id: 'text' } as const;
  const rows = await withGiven<EndpointRow, typeof columns>(store.kind, writes, columns, asked, statement);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Only if the delivery still has this claim. One that was cancelled in the meantime stays cancelled, unless it arrived. */
async function writeStates(
  { store: { kind } }: Context,
  writes: Writes,
  next: readonly NextState[],
  endpoints: ReadonlyMap<string, EndpointRow>,
): Promise<void> {
  const rows = next.map((state) => {
    const isOff = state.status === 'pending' && endpoints.get(state.endpoint_id)?.disabled_at != null;
    return isOff ? { ...state, status: 'waiting' } : state;
  });
  const columns = {
    endpoint_id: 'text',
    event_id: 'text',
    claim: 'text',
    status: 'text',
    due_at: 'bigint',
    finished_at: 'bigint',
    last_code: 'bigint',
    last_error: 'text',
  } as const;
  const statement = `update webhook_deliveries as d
    set status = given.status, due_at = given.due_at, finished_at = given.finished_at,
      last_code = given.last_code, last_error = given.last_error,
      claim = null, step = d.step + 1, tries = d.tries + 1
    from given
    where d.endpoint_id = given.endpoint_id and d.event_id = given.event_id and d.claim = given.claim
      and (given.status = 'delivered' or d.status in ('pending', 'waiting'))`;
  await withGiven(kind, writes, columns, rows, statement);
}

async function clearFailures(
  { store: { kind } }: Context,
  writes: Writes,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const statement = `update webhook_endpoints set failing_since = null
    where failing_since is not null and id in (select id from given)`;
  await withGiven(
    kind,
    writes,
    { id: 'text' },
    ids.map((id) => ({ id })),
    statement,
  );
}

async function writeHealth(
  context: Context,
  writes: Writes,
  endpoint: EndpointRow,
  outcomes: readonly Outcome[],
): Promise<void> {
  const before: Health = { failingSince: endpoint.failing_since, disabledBecause: endpoint.disabled_because };
  let health = before;
  let disabledAt = 0;
  for (const outcome of outcomes) {
    const was = health.disabledBecause;
    health = isSuccess(outcome)
      ? healthAfterSuccess(health)
      : healthAfterFailure(health, outcome.response.code, outcome.finishedAt);
    if (was === null && health.disabledBecause !== null) disabledAt = outcome.finishedAt;
  }
  const { failingSince: failing_since, disabledBecause } = health;
  if (failing_since !== before.failingSince) {
    await writes
      .updateTable('webhook_endpoints')
      .set({ failing_since })
      .where('id', '=', endpoint.id)
      .execute();
  }
  if (disabledAt === 0) return;
  const because = disabledBecause as Exclude<DisabledBecause, 'member'>;
  await disableFailing(context, writes, { ...endpoint, failing_since }, because, disabledAt);
}

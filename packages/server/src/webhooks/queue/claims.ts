// Claims due deliveries for this node. A claim moves the due time of a delivery to the end of a lease: no other node
// sees it as due until then, and if the node dies, it becomes due again. PostgreSQL skips rows that another node is
// claiming; SQLite has only one writer at a time.

import { inPortions } from '@rf-indicators/core/store/bulk';
import { provedRows } from '@rf-indicators/core/store/records/proved';
import type { Queries, Store, StoreKind, Writes } from '@rf-indicators/core/store/store';
import { readCommitted, withGiven } from '@rf-indicators/core/webhooks/records';
import { sql } from 'kysely';
import type { SigningKeys } from '../sending/signature.ts';
import type { SigningKeyRing } from '../sending/signing-keys.ts';
import type { MessageRow, ProvedMessages, SentMessage } from './proved-messages.ts';

export interface DueEndpoint {
  endpointId: string;
  workspaceId: string;
  url: string;
  failingSince: number | null;
  /** When its earliest delivery is due. */
  dueAt: number;
}

export interface Claimed {
  endpointId: string;
  workspaceId: string;
  eventId: string;
  isTest: boolean;
  step: number;
  url: string;
  failingSince: number | null;
  body: Buffer;
  keys: SigningKeys;
  claim: string;
  leaseEnds: number;
}

export interface Wanted {
  endpoint: DueEndpoint;
  most: number;
}

/**
 * The enabled endpoints that have pending deliveries, due or not, without those of suspended workspaces. The query skips from endpoint to endpoint in the index
 * of pending deliveries, so that a long queue costs no more than a short one.
 */
export async function pendingEndpoints({ db }: Pick<Store, 'db'>): Promise<DueEndpoint[]> {
  const { rows } = await sql<{ endpointId: string; dueAt: number }>`
    with recursive found(id) as (
      select min(endpoint_id) from webhook_deliveries where status = 'pending'
      union all
      select (select min(endpoint_id) from webhook_deliveries where status = 'pending' and endpoint_id > found.id)
      from found where found.id is not null
    )
    select e.id as "endpointId",
      (select min(due_at) from webhook_deliveries where status = 'pending' and endpoint_id = found.id) as "dueAt"
    from found join webhook_endpoints e on e.id = found.id join workspaces w on w.id = e.workspace_id
    where e.disabled_at is null and w.suspended_at is null`.execute(db);
  const endpoints = await provedEndpoints(
    db,
    rows.map(({ endpointId }) => endpointId),
  );
  return rows.flatMap(({ endpointId, dueAt }) => {
    const endpoint = endpoints.get(endpointId);
    return endpoint === undefined ? [] : { ...endpoint, dueAt };
  });
}

/** An address that somebody wrote into the database gets nothing; nor does a workspace that they released there. */
async function provedEndpoints(
  db: Queries,
  ids: readonly string[],
): Promise<Map<string, Omit<DueEndpoint, 'dueAt'>>> {
  const endpoints = new Map<string, Omit<DueEndpoint, 'dueAt'>>();
  for (const portion of inPortions(ids)) {
    const rows = await provedRows(db, 'webhook_endpoints', () =>
      db
        .selectFrom('webhook_endpoints')
        .selectAll()
        .where('id', 'in', portion)
        .where('disabled_at', 'is', null)
        .execute(),
    );
    const workspaces = await provedRows(db, 'workspaces', () =>
      db
        .selectFrom('workspaces')
        .selectAll()
        .where('id', 'in', (select) =>
          select.selectFrom('webhook_endpoints').select('workspace_id').where('id', 'in', portion),
        )
        .where('suspended_at', 'is', null)
        .execute(),
    );
    const active = new Set(workspaces.map(({ id }) => id));
    for (const { id, workspace_id, url, failing_since } of rows)
      if (active.has(workspace_id))
        endpoints.set(id, { endpointId: id, workspaceId: workspace_id, url, failingSince: failing_since });
  }
  return endpoints;
}

export async function suspendedWorkspaces({ db }: Pick<Store, 'db'>): Promise<string[]> {
  const rows = await db.selectFrom('workspaces').select('id').where('suspended_at', 'is not', null).execute();
  return rows.map(({ id }) => id);
}

interface ClaimedRow {
  endpoint_id: string;
  event_id: string;
  step: number;
}

export interface ClaimOptions {
  /** Identifies this claim; an outcome is recorded only while the delivery still has it. */
  claim: string;
  now: number;
  leaseEnds: number;
}

export async function claimDue(
  store: Store,
  keyRing: SigningKeyRing,
  messages: ProvedMessages,
  wanted: readonly Wanted[],
  options: ClaimOptions,
): Promise<Claimed[]> {
  const rows: ClaimedRow[] = [];
  await readCommitted(store, async (writes) => {
    // If a crash loses a claim, the delivery is claimed again, so there is no need to wait for the disk.
    if (store.kind === 'postgres') await sql`set local synchronous_commit to off`.execute(writes);
    for (const [most, group] of Map.groupBy(wanted, (one) => one.most)) {
      const endpoints = group.map(({ endpoint }) => ({ endpoint_id: endpoint.endpointId }));
      rows.push(...(await claimRows(store.kind, writes, endpoints, most, options)));
    }
  });
  if (rows.length === 0) return [];
  const endpoints = new Map(wanted.map(({ endpoint }) => [endpoint.endpointId, endpoint]));
  const deliveries = rows.map(({ endpoint_id, event_id, step }) => {
    const { workspaceId, url, failingSince } = endpoints.get(endpoint_id)!;
    return { endpointId: endpoint_id, workspaceId, eventId: event_id, step, url, failingSince };
  });
  const bodies = await readMessages(store, messages, deliveries);
  const keys = await keyRing.keysOf(store.db, deliveries, options.now);
  const { claim, now, leaseEnds } = options;
  const messageOf = ({ workspaceId, eventId }: Pick<Claimed, 'workspaceId' | 'eventId'>) =>
    bodies.get(`${workspaceId} ${eventId}`);
  await cancelUnproved(
    store,
    deliveries.filter((delivery) => messageOf(delivery) === null),
    now,
  );
  return deliveries.flatMap((delivery) => {
    const message = messageOf(delivery);
    // The message was deleted in the meantime because of its age, or nothing recorded proves it; send the others.
    if (message === undefined || message === null) return [];
    return { ...delivery, ...message, keys: keys.get(delivery.endpointId)!, claim, leaseEnds };
  });
}

async function claimRows(
  kind: StoreKind,
  writes: Writes,
  endpoints: readonly { endpoint_id: string }[],
  most: number,
  { claim, now, leaseEnds }: ClaimOptions,
): Promise<ClaimedRow[]> {
  const due = (what: string) => `select c.${what} from webhook_deliveries c
    where c.status = 'pending' and c.endpoint_id = given.endpoint_id and c.due_at <= ? order by c.due_at limit ?`;
  // PostgreSQL identifies the locked rows by ctid, SQLite by their key.
  const chosen =
    kind === 'postgres'
      ? `ctid = any (array(select x.ctid from given cross join lateral (${due('ctid')} for update skip locked) x))`
      : `(endpoint_id, event_id) in (select d.endpoint_id, d.event_id from given
          join webhook_deliveries d on d.endpoint_id = given.endpoint_id and d.event_id in (${due('event_id')}))`;
  const statement = `update webhook_deliveries set due_at = cast(? as bigint), claim = ? where ${chosen}
    returning endpoint_id, event_id, step`;
  const parameters = [leaseEnds, claim, now, most];
  return withGiven(kind, writes, { endpoint_id: 'text' }, endpoints, statement, parameters);
}

/** There is nothing that the service could stand for. */
async function cancelUnproved(
  { db }: Store,
  deliveries: readonly Pick<Claimed, 'endpointId' | 'eventId'>[],
  now: number,
): Promise<void> {
  for (const { endpointId, eventId } of deliveries) {
    await db
      .updateTable('webhook_deliveries')
      .set({
        status: 'cancelled',
        finished_at: now,
        claim: null,
        last_error: 'no recorded event proves the content of this delivery',
      })
      .where('endpoint_id', '=', endpointId)
      .where('event_id', '=', eventId)
      .execute();
  }
}

async function readMessages(
  { kind, db }: Store,
  proved: ProvedMessages,
  deliveries: readonly Pick<Claimed, 'workspaceId' | 'eventId'>[],
): Promise<Map<string, SentMessage | null>> {
  const messages = new Map(
    deliveries.map(({ workspaceId: workspace_id, eventId: event_id }) => [
      `${workspace_id} ${event_id}`,
      { workspace_id, event_id },
    ]),
  );
  const columns = { workspace_id: 'text', event_id: 'text' } as const;
  const match = 'm.workspace_id = given.workspace_id and m.event_id = given.event_id';
  // Without `lateral`, PostgreSQL scans the whole table instead of looking up a few hundred rows.
  const source =
    kind === 'postgres'
      ? `cross join lateral (select * from webhook_messages m where ${match} limit 1) m`
      : `join webhook_messages m on ${match}`;
  const statement = `select m.workspace_id, m.event_id, m.type, m.is_test, m.created_at, m.body, m.mac
    from given ${source}`;
  const asked = [...messages.values()];
  const found = await withGiven<MessageRow, typeof columns>(kind, db, columns, asked, statement);
  const sent = new Map<string, SentMessage | null>();
  for (const row of found) sent.set(`${row.workspace_id} ${row.event_id}`, await proved.messageOf(row));
  return sent;
}

/** Releases claims that were not used, so that the deliveries need not wait for the lease to end. */
export async function releaseClaims(store: Store, claims: readonly Claimed[], now: number): Promise<void> {
  if (claims.length === 0) return;
  const given = claims.map(({ endpointId: endpoint_id, eventId: event_id, claim }) => ({
    endpoint_id,
    event_id,
    claim,
  }));
  const columns = { endpoint_id: 'text', event_id: 'text', claim: 'text' } as const;
  const statement = `update webhook_deliveries as d set due_at = cast(? as bigint), claim = null from given
    where d.endpoint_id = given.endpoint_id and d.event_id = given.event_id and d.claim = given.claim`;
  await withGiven(store.kind, store.db, columns, given, statement, [now]);
}

// Judges a world after a fault: what was confirmed is there, what is published is intact, every event has arrived, and
// every node serves the newest state.

import { setTimeout as pause } from 'node:timers/promises';
import { connectStore } from '@rf-indicators/core/store/connect';
import type { Queries, StoreLocation } from '@rf-indicators/core/store/store';
import { rfInOwnProcess } from '../../test/support/rf-process.ts';
import type { Journal } from './load/journal.ts';
import type { Confirmed } from './load/publications.ts';
import type { Receiver } from './load/receiver.ts';
import type { Requests } from './load/request.ts';

export interface Judged {
  location: StoreLocation;
  env: Record<string, string>;
  nodes: readonly string[];
  apiKey: string;
  confirmed: Confirmed;
  receiver: Receiver;
  endpointId: string;
  requests: Requests;
  journal: Journal;
}

/** Both take seconds; only what is lost takes longer, on a machine with other work to do too. */
const DELIVERED_WITHIN_MS = 120_000;
const SERVED_WITHIN_MS = 60_000;
const POLL_MS = 200;

export async function judge(judged: Judged): Promise<void> {
  const { location, env, journal } = judged;
  const store = await connectStore(location, { connections: 2, name: 'rf faults' });
  try {
    await requireConfirmed(store.db, judged);
    await requireDelivered(store.db, judged);
    await requireServed(store.db, judged);
  } finally {
    await store.close();
  }
  const { code, stdout, stderr } = await rfInOwnProcess(['verify', '--all'], env);
  if (code !== 0) journal.violation(`rf verify --all found: ${stdout.slice(-500)}${stderr.slice(-500)}`);
}

/** Every write that a node confirmed is in the store. */
async function requireConfirmed(db: Queries, { confirmed, journal }: Judged): Promise<void> {
  const { batches, approved, runs, published } = confirmed;
  const proposals = await db.selectFrom('proposals').select(['id', 'batch_id']).execute();
  const decided = new Set(
    (await db.selectFrom('decisions').select('proposal_id').execute()).map(({ proposal_id }) => proposal_id),
  );
  const known = Map.groupBy(proposals, ({ batch_id }) => batch_id);
  const state = new Map(
    (await db.selectFrom('runs').select(['id', 'status']).execute()).map(({ id, status }) => [id, status]),
  );
  for (const id of batches) if (!known.has(id)) journal.violation(`The confirmed proposal ${id} is lost.`);
  for (const id of approved) {
    if (known.get(id)?.every((proposal) => decided.has(proposal.id)) !== true)
      journal.violation(`The confirmed approval of ${id} is lost.`);
  }
  for (const id of runs) if (!state.has(id)) journal.violation(`The confirmed run ${id} is lost.`);
  for (const id of published.keys()) {
    if (state.get(id) !== 'published') journal.violation(`The confirmed publication of run ${id} is lost.`);
  }
  journal.count('confirmed writes', batches.length + approved.length + runs.length + published.size);
}

/** Every event since the endpoint was added has been delivered, and has arrived. */
async function requireDelivered(db: Queries, { receiver, endpointId, journal }: Judged): Promise<void> {
  const until = Date.now() + DELIVERED_WITHIN_MS;
  const missing = async () => {
    const endpoint = await db
      .selectFrom('webhook_endpoints')
      .select(['from_seq', 'workspace_id'])
      .where('id', '=', endpointId)
      .executeTakeFirstOrThrow();
    const newest = await db
      .selectFrom('events')
      .select(({ fn }) => fn.max('seq').as('seq'))
      .executeTakeFirstOrThrow();
    const cursor = await db.selectFrom('webhook_cursor').select('seq').executeTakeFirst();
    if ((cursor?.seq ?? 0) < (newest.seq ?? 0)) return [`events up to ${newest.seq} that are not fanned out`];
    const messages = await db
      .selectFrom('webhook_messages')
      .select('event_id')
      .where('workspace_id', '=', endpoint.workspace_id)
      .where('seq', '>', endpoint.from_seq)
      .where('type', 'not in', ['score.renewed', 'score.drifted'])
      .execute();
    journal.counts.set('events', messages.length);
    return messages.map(({ event_id }) => event_id).filter((id) => !receiver.received.has(id));
  };
  let left = await missing();
  while (left.length > 0 && Date.now() < until) {
    await pause(POLL_MS);
    left = await missing();
  }
  if (left.length > 0) journal.violation(`${left.length} events have not arrived, such as ${left[0]}.`);
  if (receiver.wrongSignatures > 0)
    journal.violation(`${receiver.wrongSignatures} deliveries had a wrong signature.`);
  const repeated = [...receiver.received.values()].reduce((sum, times) => sum + times - 1, 0);
  journal.counts.set('events that arrived more than once', repeated);
}

/** Every node serves the current indicators of the store. */
async function requireServed(db: Queries, { nodes, apiKey, requests, journal }: Judged): Promise<void> {
  const current = await db
    .selectFrom('served_indicators')
    .innerJoin('providers', 'providers.id', 'served_indicators.provider_id')
    .select(['providers.slug', 'served_indicators.verification_id'])
    .orderBy('providers.slug')
    .limit(5)
    .execute();
  for (const node of nodes) {
    for (const { slug, verification_id } of current) {
      const until = Date.now() + SERVED_WITHIN_MS;
      let served = '';
      while (Date.now() < until) {
        const outcome = await requests.send(`${node}/api/v1/scores/${slug}`, {
          headers: { 'x-api-key': apiKey },
        });
        served = outcome.kind === 'answered' ? outcome.text : outcome.reason;
        if (served.includes(verification_id)) break;
        await pause(POLL_MS);
      }
      if (!served.includes(verification_id))
        journal.violation(`${node} does not serve the current indicator of ${slug}: ${served.slice(0, 200)}`);
    }
  }
}

// The audit trail of agent tools: which key called which tool, and with what outcome. Kept for 90 days.

import { sql } from 'kysely';
import type { Context } from '../context/context.ts';
import { insertAll } from '../store/bulk.ts';
import { deleteInPortions } from '../store/delete-in-portions.ts';
import type { AgentEndpoint } from '../store/schema.ts';
import type { Store, Writes } from '../store/store.ts';

export interface AgentCall {
  keyId: string;
  /** Epoch milliseconds. */
  at: number;
  requestId: string;
  endpoint: AgentEndpoint;
  /** null if the call did not name one of our tools. */
  tool: string | null;
  /** ok, or the code of the refusal. */
  outcome: string;
  durationUs: number;
}

export const KEPT_CALL_DAYS = 90;

/** Takes the calls in the order in which they were made. */
export async function writeCalls(
  { newId }: Pick<Context, 'newId'>,
  writes: Writes,
  calls: readonly AgentCall[],
): Promise<void> {
  const batch = newId();
  const rows = calls.map(({ keyId, at, endpoint, tool, outcome, durationUs, requestId }, position) => ({
    batch,
    position,
    key_id: keyId,
    called_at: at,
    endpoint,
    tool,
    outcome,
    duration_us: durationUs,
    request_id: requestId,
  }));
  await insertAll(writes, 'agent_calls', rows);
}

export async function deleteCalls(store: Store, before: number): Promise<void> {
  await deleteInPortions(store, 'agent_calls', sql`called_at < ${before}`);
}

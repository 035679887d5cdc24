// The audit trail of agent tools: kept for a quarter of a year, then forgotten.

import type { AgentCall } from '../agent/call-book.ts';
import { insertAll } from '../publishing/bulk.ts';
import type { Desk } from '../publishing/desk.ts';
import type { Writes } from '../store/store.ts';

export const KEPT_CALL_DAYS = 90;

export async function writeCalls(
  { newId }: Pick<Desk, 'newId'>,
  writes: Writes,
  calls: readonly AgentCall[],
): Promise<void> {
  const rows = calls.map(({ keyId, at, requestId, door, tool, outcome, durationUs }) => ({
    id: newId(),
    key_id: keyId,
    at,
    request_id: requestId,
    door,
    tool,
    outcome,
    duration_us: durationUs,
  }));
  await insertAll(writes, 'agent_calls', rows);
}

export async function forgetCalls(writes: Writes, before: number): Promise<void> {
  await writes.deleteFrom('agent_calls').where('at', '<', before).execute();
}

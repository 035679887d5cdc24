// The audit trail of agent tools: kept for a quarter of a year, then forgotten.

import type { CallLines } from '../agent/call-book.ts';
import { insertAll } from '../publishing/bulk.ts';
import type { Desk } from '../publishing/desk.ts';
import type { Writes } from '../store/store.ts';

export const KEPT_CALL_DAYS = 90;

export async function writeCalls(
  { newId }: Pick<Desk, 'newId'>,
  writes: Writes,
  calls: readonly CallLines[],
): Promise<void> {
  const rows = calls.map(({ keyId, firstAt, lastAt, count, lines }) => ({
    id: newId(),
    key_id: keyId,
    first_at: firstAt,
    last_at: lastAt,
    count,
    calls: lines,
  }));
  await insertAll(writes, 'agent_calls', rows);
}

export async function forgetCalls(writes: Writes, before: number): Promise<void> {
  await writes.deleteFrom('agent_calls').where('last_at', '<', before).execute();
}

// The audit trail of agent tools: kept for a quarter of a year, then forgotten.

import type { Context } from '../context/context.ts';
import { insertAll } from '../store/bulk.ts';
import type { AgentDoor } from '../store/schema.ts';
import type { Writes } from '../store/store.ts';

export interface AgentCall {
  /** Epoch milliseconds. */
  at: number;
  requestId: string;
  door: AgentDoor;
  /** null where none of ours was named. */
  tool: string | null;
  /** ok, or the code of the refusal. */
  outcome: string;
  durationUs: number;
}

/** What one key called since the last hand-over. */
export interface CallLines {
  keyId: string;
  firstAt: number;
  lastAt: number;
  count: number;
  lines: string;
}

export const KEPT_CALL_DAYS = 90;

export async function writeCalls(
  { newId }: Pick<Context, 'newId'>,
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

/** None of the parts has a space in it: they are ours, and a request id is well formed. */
export function lineOf({ at, requestId, door, tool, outcome, durationUs }: AgentCall): string {
  return `${at} ${door} ${tool ?? '-'} ${outcome} ${durationUs} ${requestId}`;
}

/** The other way round. */
export function callsOf(lines: string): AgentCall[] {
  return lines.split('\n').map((line) => {
    const [at = '', door = '', tool = '', outcome = '', durationUs = '', requestId = ''] = line.split(' ');
    return {
      at: Number(at),
      requestId,
      door: door as AgentDoor,
      tool: tool === '-' ? null : tool,
      outcome,
      durationUs: Number(durationUs),
    };
  });
}

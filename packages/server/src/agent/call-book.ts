// Calls of agent tools, written down in memory and handed over to the store every second: a line for each call, the
// lines of a key together, so that a busy second is one row for each key. What was asked is not in it: questions can
// hold what only the one who asks should know.

import type { AgentDoor } from '../store/schema.ts';

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

/** While the store is away nothing can be written; past this calls are lost, and the process lives. */
const HELD_AT_MOST = 200_000;

export class CallBook {
  #byKey = new Map<string, CallLines>();
  #held = 0;

  record(keyId: string, call: AgentCall): void {
    if (this.#held >= HELD_AT_MOST) return;
    this.#held += 1;
    const line = lineOf(call);
    const known = this.#byKey.get(keyId);
    if (known === undefined) {
      this.#byKey.set(keyId, { keyId, firstAt: call.at, lastAt: call.at, count: 1, lines: line });
      return;
    }
    known.lastAt = call.at;
    known.count += 1;
    known.lines += `\n${line}`;
  }

  drain(): CallLines[] {
    const drained = [...this.#byKey.values()];
    this.#byKey = new Map();
    this.#held = 0;
    return drained;
  }

  /** Could not be saved: they come again with the next hand-over. */
  undrain(drained: readonly CallLines[]): void {
    for (const before of drained) {
      const since = this.#byKey.get(before.keyId);
      this.#held += before.count;
      this.#byKey.set(before.keyId, since === undefined ? before : joined(before, since));
    }
  }
}

function joined(before: CallLines, since: CallLines): CallLines {
  return {
    keyId: before.keyId,
    firstAt: before.firstAt,
    lastAt: since.lastAt,
    count: before.count + since.count,
    lines: `${before.lines}\n${since.lines}`,
  };
}

/** None of the parts has a space in it: they are ours, and a request id is well formed. */
function lineOf({ at, requestId, door, tool, outcome, durationUs }: AgentCall): string {
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

// Calls of agent tools, written down in memory and handed over to the store every second. What was asked is not in
// it: questions can hold what only the one who asks should know.

import type { AgentDoor } from '../store/schema.ts';

export interface AgentCall {
  keyId: string;
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

/** While the store is away nothing can be written; past this the oldest are lost, and the process lives. */
const HELD_AT_MOST = 200_000;

export class CallBook {
  #calls: AgentCall[] = [];

  record(call: AgentCall): void {
    this.#calls.push(call);
  }

  drain(): AgentCall[] {
    const drained = this.#calls;
    this.#calls = [];
    return drained;
  }

  /** Could not be saved: they come again with the next hand-over. */
  undrain(calls: readonly AgentCall[]): void {
    this.#calls = [...calls, ...this.#calls].slice(-HELD_AT_MOST);
  }
}

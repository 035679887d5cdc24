// Calls of agent tools, kept in memory and handed over to the store every second. What was asked is not recorded:
// questions can hold what only the caller should know.

import type { AgentCall } from '@rf-indicators/core/accounts/agent-calls';

/** While the store is unavailable nothing can be written; past this, calls are lost and the process lives. */
const HELD_AT_MOST = 200_000;

export class CallBook {
  #calls: AgentCall[] = [];

  record(call: AgentCall): void {
    if (this.#calls.length < HELD_AT_MOST) this.#calls.push(call);
  }

  /** In the order in which they were made. */
  drain(): AgentCall[] {
    const drained = this.#calls;
    this.#calls = [];
    return drained;
  }

  /** Could not be saved: they come again with the next hand-over. */
  undrain(drained: readonly AgentCall[]): void {
    this.#calls = [...drained, ...this.#calls];
  }
}

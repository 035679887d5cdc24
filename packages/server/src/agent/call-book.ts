// Collects agent tool calls in memory. The bookkeeping thread saves them every second. Inputs are not recorded, because
// they can contain confidential information.

import type { AgentCall } from '@rf-indicators/core/accounts/agent-calls';

/** Limits memory while the store is unavailable; further calls are not recorded. */
const MAX_CALLS = 200_000;

export class CallBook {
  #calls: AgentCall[] = [];

  record(call: AgentCall): void {
    if (this.#calls.length < MAX_CALLS) this.#calls.push(call);
  }

  /** Takes the calls since the last drain, oldest first. */
  drain(): AgentCall[] {
    const drained = this.#calls;
    this.#calls = [];
    return drained;
  }

  /** Puts back calls that could not be saved, so that the next drain returns them again. */
  undrain(drained: readonly AgentCall[]): void {
    this.#calls = [...drained, ...this.#calls];
  }
}

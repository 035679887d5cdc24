// Calls of agent tools, written down in memory and handed over to the store every second: a line for each call, the
// lines of a key together, so that a busy second is one row for each key. What was asked is not in it: questions can
// hold what only the one who asks should know.

import { type AgentCall, type CallLines, lineOf } from '@rf-indicators/core/accounts/agent-call-records';

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

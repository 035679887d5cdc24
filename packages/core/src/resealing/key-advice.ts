// What the state of the master keys means, and what to do next: in rf master-key, in rf doctor, and where a replacement is
// refused.

import { type KeyState, otherNodes } from './key-state.ts';

export interface KeyAdvice {
  what: string;
  /** null if there is nothing to do. */
  todo: string | null;
}

/** What the state means, and what to do next. */
export function adviceOn(state: KeyState): KeyAdvice {
  const { keys, stage, current, request } = state;
  const [first, ...others] = keys;
  const older = others.join(' and ');
  if (state.unknown_keys.length > 0)
    return {
      what: `the record chain has entries of ${state.unknown_keys.join(' and ')}, a master key that this machine does not have`,
      todo: 'add that key after the first one. If nobody ever used such a key, somebody altered the store: run rf verify --all',
    };
  if (stage === 'single')
    return isLeft(state)
      ? {
          what: `${leftText(state)} cannot be opened with ${first}, the only master key of this machine`,
          todo: 'add the key that they belong to after the first one, or run rf verify --all',
        }
      : { what: `everything belongs to ${first}, the only master key`, todo: null };
  if (stage === 'replaced')
    return {
      what: `the key ${first} comes first, but was replaced by ${current}`,
      todo: `put ${current} first in RF_MASTER_KEY or master.key of this machine`,
    };
  if (stage === 'prepared' && isLeft(state))
    return {
      what: `${leftText(state)} ${belong(state)} to ${older}, but ${first} comes before it`,
      todo: `to go on, put ${older} before ${first} on every node. To go back to ${first}, run rf master-key rotate --reason TEXT`,
    };
  if (stage === 'prepared')
    return {
      what: `the key ${older} is not used yet, because ${first} comes before it`,
      todo: `once every node has both keys, put ${older} before ${first} on each of them. To give the new key up, remove it`,
    };
  const nodes = otherNodes(state);
  const waits = nodes.map(({ name, master_keys }) => `${name} (${master_keys[0] ?? 'no key'})`).join(', ');
  const what =
    stage === 'done'
      ? `nothing belongs to the older key any more (${older})`
      : `the replacement of the master key by ${first} is not finished: ${leftText(state)} ${belong(state)} to ${older}`;
  if (nodes.length > 0)
    return {
      what: `${what}; ${nodes.length === 1 ? 'a running node uses' : 'running nodes use'} another key: ${waits}`,
      todo: `put ${first} first on every node. A node that reads master.key uses it within seconds; one with RF_MASTER_KEY must be restarted`,
    };
  if (stage === 'done')
    return {
      what,
      todo: 'remove the older key with rf master-key drop: as long as it is there, records made with it are accepted',
    };
  if (stage === 'approved')
    return {
      what,
      todo: 'wait: it was approved, and the service seals the rest, with a round of work each minute. If no service runs, run rf master-key rotate again',
    };
  return {
    what,
    todo:
      request === null
        ? 'request it with rf master-key rotate --reason TEXT'
        : `a second person approves the request: rf approvals approve ${request}`,
  };
}

/** The same as a text. */
export function sentenceOf(state: KeyState): string {
  const { what, todo } = adviceOn(state);
  const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  return todo === null ? sentence(what) : `${sentence(what)} ${sentence(todo)}`;
}

function countLeft({ older_entries, older_secrets }: KeyState): number {
  return older_entries + older_secrets;
}

function belong(state: KeyState): string {
  return countLeft(state) === 1 ? 'belongs' : 'belong';
}

function isLeft(state: KeyState): boolean {
  return countLeft(state) > 0;
}

function leftText({ older_entries, older_secrets }: KeyState): string {
  const secrets = `${older_secrets} ${older_secrets === 1 ? 'secret' : 'secrets'}`;
  const entries = `${older_entries} ${older_entries === 1 ? 'entry' : 'entries'} of the record chain`;
  if (older_entries === 0) return secrets;
  return older_secrets === 0 ? entries : `${secrets} and ${entries}`;
}

// The single keys of the queue, which act only while it has the focus.

import type { KeyboardEvent } from 'react';
import { KeyHelp, KeyHelpButton, KeyLine } from '../../ui/single-keys.tsx';

const KEYS = [
  { keys: ['j', 'k'], short: 'move', long: 'the next and the previous proposal; the arrow keys do the same' },
  { keys: ['a'], short: 'approve', long: 'approve the selected proposal, once its document is shown' },
  { keys: ['A'], short: null, long: 'approve all values of its document, once each was shown' },
  { keys: ['r'], short: 'reject', long: 'reject it; you are asked for the reason' },
  { keys: ['q'], short: 'ask', long: 'return it with a question, without rejecting it' },
  { keys: ['u'], short: 'undo', long: 'take your last decision back, for 8 seconds' },
  {
    keys: ['p'],
    short: 'previous',
    long: 'show the evidence of the value that counts now, or the new one again',
  },
  { keys: ['o'], short: null, long: 'open the stored document in a tab of its own' },
  { keys: ['?'], short: 'keys', long: 'show this list' },
] as const;

type KeyName = (typeof KEYS)[number]['keys'][number] | 'ArrowDown' | 'ArrowUp';

/** What a key press in the queue means; null if it is somebody else's, such as of a field or a button. */
export function keyOf(event: KeyboardEvent<HTMLElement>, isOn: boolean): KeyName | null {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  if (target instanceof HTMLElement && target.matches('input, textarea, select, [role="separator"]'))
    return null;
  if (key === 'ArrowDown' || key === 'ArrowUp') return isInList(target) ? key : null;
  const isKnown = KEYS.some(({ keys }) => (keys as readonly string[]).includes(key));
  return isOn && isKnown ? (key as KeyName) : null;
}

/** Elsewhere the arrows scroll. */
function isInList(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.closest('table') !== null;
}

export function KeyBar({ isOn, onHelp }: { isOn: boolean; onHelp: () => void }) {
  return (
    <KeyLine keys={KEYS.slice(0, -1)} isOn={isOn} off="Single keys are off.">
      <KeyHelpButton isOn={isOn} onPress={onHelp} />
    </KeyLine>
  );
}

interface HelpProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  onClose: () => void;
}

export function QueueHelp(props: HelpProps) {
  return (
    <KeyHelp
      {...props}
      title="Keys of the queue"
      keys={KEYS}
      scope="They act only while the queue has the focus, and never in a field or a dialog."
    />
  );
}

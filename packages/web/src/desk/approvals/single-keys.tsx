// Single keys: those of the queue, whether they are on, and the line and the help about those of a page.

import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField } from '../../ui/field.tsx';
import styles from './single-keys.module.css';

const STORED = 'approvals.single-keys';

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

export function useSingleKeys(): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => localStorage.getItem(STORED) !== 'off');
  return [
    isOn,
    (wanted) => {
      if (wanted) localStorage.removeItem(STORED);
      else localStorage.setItem(STORED, 'off');
      setOn(wanted);
    },
  ];
}

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

/** What one or several keys do: in the line of the page, if at all, and in the help. */
export interface SingleKey {
  keys: readonly string[];
  short: string | null;
  long: string;
}

interface KeyLineProps {
  keys: readonly Pick<SingleKey, 'keys' | 'short'>[];
  isOn: boolean;
  /** What is said instead while they are off. */
  off: string;
  children?: ReactNode;
}

/** The keys of a page, in a line under its list. */
export function KeyLine({ keys: all, isOn, off, children }: KeyLineProps) {
  return (
    <div className={styles.bar}>
      {isOn ? null : <span>{off}</span>}
      {all.map(({ keys, short }) =>
        short === null || !isOn ? null : (
          <span key={short} className={styles.key}>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
            {short}
          </span>
        ),
      )}
      {children}
    </div>
  );
}

export function KeyBar({ isOn, onHelp }: { isOn: boolean; onHelp: () => void }) {
  return (
    <KeyLine keys={KEYS.slice(0, -1)} isOn={isOn} off="Single keys are off.">
      <span className={styles.key}>
        {isOn ? <kbd>?</kbd> : null}
        <Button kind="quiet" onPress={onHelp}>
          keys
        </Button>
      </span>
    </KeyLine>
  );
}

interface HelpProps {
  title?: string;
  keys?: readonly SingleKey[];
  /** Where they act. */
  scope?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  onClose: () => void;
}

const QUEUE_SCOPE = 'They act only while the queue has the focus, and never in a field or a dialog.';

export function KeyHelp(props: HelpProps) {
  const {
    title = 'Keys of the queue',
    keys: all = KEYS,
    scope = QUEUE_SCOPE,
    isOn,
    onChange,
    onClose,
  } = props;
  return (
    <Dialog
      title={title}
      onCancel={onClose}
      buttons={
        <Button onPress={onClose} autoFocus>
          Close
        </Button>
      }
    >
      <dl className={styles.help}>
        {all.map(({ keys, long }) => (
          <div key={long}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{long}</dd>
          </div>
        ))}
      </dl>
      <CheckField checked={isOn} onChange={({ target }) => onChange(target.checked)}>
        Single keys
      </CheckField>
      <p className="said plain">
        {scope} Turn them off if you dictate, or press keys by accident. The choice is kept in this browser.
      </p>
    </Dialog>
  );
}

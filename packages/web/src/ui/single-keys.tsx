// Single keys of pages: whether they are on, what they do anywhere on a page, and the line and the help about them.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { CheckField } from './field.tsx';
import styles from './single-keys.module.css';

const STORED = 'approvals.single-keys';

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

/** What a key does anywhere on the page, but never in a field or a dialog. The newest acts count. */
export function useKeys(isOn: boolean, acts: Readonly<Record<string, () => void>>): void {
  const newest = useRef(acts);
  newest.current = acts;
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return;
      const field = 'textarea, select, input:not([type="radio"]), [contenteditable]';
      if (event.target instanceof Element && event.target.matches(field)) return;
      const act = newest.current[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn]);
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

/** Opens the help, at the end of the line. */
export function KeyHelpButton({ isOn, onPress }: { isOn: boolean; onPress: () => void }) {
  return (
    <span className={styles.key}>
      {isOn ? <kbd>?</kbd> : null}
      <Button kind="quiet" onPress={onPress}>
        keys
      </Button>
    </span>
  );
}

interface HelpProps {
  title: string;
  keys: readonly SingleKey[];
  /** Where they act. */
  scope: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  onClose: () => void;
}

export function KeyHelp({ title, keys: all, scope, isOn, onChange, onClose }: HelpProps) {
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

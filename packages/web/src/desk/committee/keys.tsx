// The single keys of the committee: they act anywhere on the page, but never in a field or a dialog.

import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { KeyHelp, KeyLine, type SingleKey, useSingleKeys } from '../approvals/single-keys.tsx';
import styles from './committee.module.css';

const KEYS: readonly SingleKey[] = [
  { keys: ['j', 'k'], short: 'provider', long: 'the next and the previous provider' },
  { keys: ['o'], short: 'open evidence', long: 'open the next document that you have not read' },
  { keys: ['1', '2', '3'], short: 'choose', long: 'choose your vote: for, against, recuse yourself' },
  { keys: ['v'], short: 'cast vote', long: 'cast the vote that you have chosen' },
  { keys: ['m'], short: 'minute', long: 'add a line to the minutes' },
  { keys: ['q'], short: null, long: 'ask the other members a question; it goes into the minutes' },
  { keys: ['?'], short: null, long: 'show this list' },
];

/** What a key does; the newest acts count. */
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

/** Opens the next or the previous provider of the list. */
export function stepInList(by: 1 | -1): void {
  const names = [...document.querySelectorAll<HTMLElement>('[data-matters] tr[data-row] > th > button')];
  const at = names.findIndex((name) => name.getAttribute('aria-current') === 'true');
  const next = names[Math.min(names.length - 1, Math.max(0, at + by))];
  next?.click();
  next?.scrollIntoView({ block: 'nearest' });
}

/** Chooses a vote in the form, and goes on to its reason. */
export function chooseVote(at: number): void {
  const choice = document.querySelectorAll<HTMLElement>('[data-vote] input[type="radio"]')[at];
  choice?.click();
  // Its field comes with the next drawing.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-vote] textarea')?.focus());
}

export function castVote(): void {
  document.querySelector<HTMLFormElement>('form[data-vote]')?.requestSubmit();
}

export { useSingleKeys };

interface BarProps {
  isOn: boolean;
  isHelp: boolean;
  onSwitch: (isOn: boolean) => void;
  onHelp: (isHelp: boolean) => void;
}

export function CommitteeKeys({ isOn, isHelp, onSwitch, onHelp }: BarProps) {
  return (
    <div className={styles.keys}>
      <KeyLine keys={KEYS} isOn={isOn} off="Single keys are off.">
        <span>
          {isOn ? <kbd>?</kbd> : null}{' '}
          <Button kind="quiet" onPress={() => onHelp(true)}>
            keys
          </Button>
        </span>
      </KeyLine>
      {isHelp ? (
        <KeyHelp
          title="Keys of the committee"
          keys={KEYS}
          scope="They act anywhere on this page, and never in a field or a dialog."
          isOn={isOn}
          onChange={onSwitch}
          onClose={() => onHelp(false)}
        />
      ) : null}
    </div>
  );
}

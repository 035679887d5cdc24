// The single keys of the committee: they act anywhere on the page, but never in a field or a dialog.

import { KeyHelp, KeyHelpButton, KeyLine, type SingleKey } from '../../ui/single-keys.tsx';
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
        <KeyHelpButton isOn={isOn} onPress={() => onHelp(true)} />
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

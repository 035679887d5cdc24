// The single keys of the page, and how they step through its alerts.

import { KeyHelp, KeyHelpButton, KeyLine, type SingleKey } from '../../ui/single-keys.tsx';
import styles from './watch.module.css';

const KEYS: readonly SingleKey[] = [
  { keys: ['j', 'k'], short: 'move', long: 'the next and the previous alert; Enter opens it' },
  { keys: ['a'], short: 'acknowledge', long: 'acknowledge the alert, with a note' },
  { keys: ['n'], short: 'new rule', long: 'write a new rule' },
  { keys: ['Esc'], short: 'close', long: 'close what is open beside the list' },
  { keys: ['?'], short: null, long: 'show this list' },
];

const NAMES = '[data-alerts] tr[data-row] > th > button';

export function stepInAlerts(by: 1 | -1): void {
  const names = [...document.querySelectorAll<HTMLElement>(NAMES)];
  const at = names.indexOf(document.activeElement as HTMLElement);
  const next = names[Math.min(names.length - 1, Math.max(0, at + by))];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}

/** The alert that has the focus, else the one that is open, else the first; null if there is none. */
export function focusedAlert(openId: string): { id: string; sentence: string } | null {
  const names = [...document.querySelectorAll<HTMLElement>(NAMES)];
  const idOf = (name: HTMLElement) => name.closest('tr')!.dataset.row!;
  const name =
    names.find((one) => one.closest('tr')!.contains(document.activeElement)) ??
    names.find((one) => idOf(one) === openId) ??
    names[0];
  if (name === undefined) return null;
  return { id: idOf(name), sentence: name.querySelector<HTMLElement>('[data-sentence]')!.dataset.sentence! };
}

interface WatchKeysProps {
  isOn: boolean;
  isHelp: boolean;
  onSwitch: (isOn: boolean) => void;
  onHelp: (isHelp: boolean) => void;
}

export function WatchKeys({ isOn, isHelp, onSwitch, onHelp }: WatchKeysProps) {
  return (
    <div className={styles.keys}>
      <KeyLine keys={KEYS} isOn={isOn} off="Single keys are off.">
        <KeyHelpButton isOn={isOn} onPress={() => onHelp(true)} />
      </KeyLine>
      {isHelp ? (
        <KeyHelp
          title="Keys of Watch"
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

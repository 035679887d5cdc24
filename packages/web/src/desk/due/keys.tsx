// The keys of the due board, in a line under the list.

import styles from './due.module.css';

const KEYS = [
  { keys: ['j', 'k'], words: 'move' },
  { keys: ['x'], words: 'select' },
  { keys: ['m'], words: 'assign to me' },
  { keys: ['Enter'], words: 'to the foot' },
  { keys: ['Ctrl', 'Enter'], words: 'propose' },
  { keys: ['Esc'], words: 'clear' },
] as const;

export function DueKeys({ areOn }: { areOn: boolean }) {
  return (
    <p className={styles.keys}>
      {areOn
        ? KEYS.map(({ keys, words }) => (
            <span key={words} className={styles.key}>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
              {words}
            </span>
          ))
        : 'Single keys are off: arrows move, Space selects, Ctrl Enter proposes.'}
    </p>
  );
}

// What has changed since the run was computed. Decisions are refused until the reader has read what came meanwhile.

import { Button } from '../../ui/button.tsx';
import { inputValue, plural } from '../../ui/format.ts';
import { inputName } from '../input-names.ts';
import styles from './committee.module.css';
import type { Overview } from './groups.ts';

interface ChangedProps {
  overview: Overview;
  /** Whether it came since the reader opened the draft. */
  isNews: boolean;
  onRead: () => void;
}

export function ChangedMeanwhile({ overview, isNews, onRead }: ChangedProps) {
  const changes = changesOf(overview);
  if (!isNews && changes.length === 0) return null;
  return (
    <div className={styles.changed} role="status">
      <p>
        {isNews ? 'This draft has changed since you opened it. ' : ''}
        {changes.join(' ')}
      </p>
      {isNews ? <Button onPress={onRead}>I have read this</Button> : null}
    </div>
  );
}

/** In sentences; empty if nothing has changed since the run was computed. */
export function changesOf({ approved_since, moved }: Overview): string[] {
  const { count, newest } = approved_since;
  const named = newest
    .slice(0, 3)
    .map(
      ({ input, name, currency, value }) =>
        `${inputName(input)} of ${name ?? currency}: ${inputValue(value)}`,
    );
  const more = count > named.length ? ` and ${plural(count - named.length, 'more', 'more')}` : '';
  return [
    ...(count === 0
      ? []
      : [
          `${plural(count, 'input')} approved after the run was computed, which it does not use (${named.join('; ')}${more}).`,
        ]),
    ...(moved === 0
      ? []
      : [
          `${plural(moved, 'provider')} with another indicator than when the run was computed: the draft cannot be published for them.`,
        ]),
  ];
}

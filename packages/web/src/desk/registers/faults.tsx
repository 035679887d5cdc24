// Every fault of a file or a document that was refused, with its place.

import { ProblemError } from '../../api/problem.ts';
import { plural } from '../../ui/words.ts';
import styles from './registers.module.css';

/** More would bury the first, which are usually the cause of the others. */
const MOST = 50;

export function Faults({ error }: { error: unknown }) {
  const errors = error instanceof ProblemError ? (error.problem.errors ?? []) : [];
  if (errors.length === 0) return null;
  return (
    <ul className={styles.faults} aria-label="Faults">
      {errors.slice(0, MOST).map(({ pointer, message }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two faults can be alike
        <li key={at}>
          {pointer === undefined || pointer === '' ? null : <span className="mono">{pointer}</span>} {message}
        </li>
      ))}
      {errors.length > MOST ? <li>and {plural(errors.length - MOST, 'more fault')}</li> : null}
    </ul>
  );
}

// A draft that the service does not save: it was changed, proposed or discarded in another window. What was typed here is
// still here, and the person chooses what to keep.

import { isProblem } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import styles from './entry.module.css';

interface SaveRefusedProps {
  error: Error;
  /** Forgets what was typed here. */
  onShowSaved: () => void;
  /** Goes on with what was typed here, as a draft of its own. */
  onKeepMine: () => void;
}

export function SaveRefused({ error, onShowSaved, onKeepMine }: SaveRefusedProps) {
  const isChanged = isProblem(error, 'conflict');
  return (
    <div className={styles.refused}>
      <ProblemBox error={error} />
      {isChanged || isProblem(error, 'not_found') ? (
        <div className={styles.choices}>
          {isChanged ? <Button onPress={onShowSaved}>Show the rows of the other window</Button> : null}
          <Button onPress={onKeepMine}>Keep these rows as a new draft</Button>
        </div>
      ) : null}
    </div>
  );
}

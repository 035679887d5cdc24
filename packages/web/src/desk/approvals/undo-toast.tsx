// Tells what was just decided, and takes it back: for the seconds until it is in force.

import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { inputValue } from '../../ui/words.ts';
import { type Proposal, pendingOf, subjectName } from './proposal.ts';
import styles from './undo-toast.module.css';

interface UndoToastProps {
  /** The last first. */
  pending: readonly Proposal[];
  areKeysOn: boolean;
  onUndo: () => void;
}

export function UndoToast({ pending, areKeysOn, onUndo }: UndoToastProps) {
  const [last] = pending;
  const decision = last === undefined ? null : pendingOf(last);
  const left = useSecondsUntil(decision?.in_force_at ?? null);
  if (last === undefined || decision === null || left <= 0) return null;
  const together = pending.filter((one) => pendingOf(one)?.decided_at === decision.decided_at).length;
  const others = pending.length - together;
  const word = decision.decision === 'approved' ? 'Approved' : 'Rejected';
  return (
    <div className={styles.toast} role="status">
      <p>
        {together > 1
          ? `${word} ${together} values of one document.`
          : `${word} ${inputValue(last.value)} for ${subjectName(last)}.`}{' '}
        <span className={styles.left}>
          In force in {left} s{others === 0 ? '' : `, ${others} more before it`}.
        </span>
      </p>
      <Button onPress={onUndo}>Undo {areKeysOn ? <kbd>u</kbd> : null}</Button>
    </div>
  );
}

function useSecondsUntil(at: number | null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (at === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [at]);
  return at === null ? 0 : Math.ceil((at - now) / 1000);
}

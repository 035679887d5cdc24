// The two decisions, with their keys, and why one is not allowed.

import { Button } from '../../ui/button.tsx';
import styles from './decisions.module.css';
import type { Verdict } from './proposal.ts';

interface DecisionsProps {
  refusals: Readonly<Record<Verdict, string | null>>;
  isApproving: boolean;
  areKeysOn: boolean;
  onDecide: (verdict: Verdict) => void;
}

export function Decisions({ refusals, isApproving, areKeysOn, onDecide }: DecisionsProps) {
  return (
    <div className={styles.decisions}>
      {refusals.approve === null ? null : <span className={styles.why}>{refusals.approve}</span>}
      <Button notAllowed={refusals.reject} onPress={() => onDecide('reject')}>
        Reject {areKeysOn ? <kbd>r</kbd> : null}
      </Button>
      <Button
        kind="primary"
        notAllowed={refusals.approve}
        busy={isApproving && 'Approving…'}
        onPress={() => onDecide('approve')}
      >
        Approve {areKeysOn ? <kbd>a</kbd> : null}
      </Button>
    </div>
  );
}

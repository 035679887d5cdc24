// The two decisions, with their keys.

import { Button } from '../../ui/button.tsx';
import styles from './decisions.module.css';
import type { Verdict } from './proposal.ts';

interface DecisionsProps {
  refusals: Readonly<Record<Verdict, string | null>>;
  isApproving: boolean;
  areKeysOn: boolean;
  /** Says why approving is not allowed, where no other place on the page does. */
  saysWhy: boolean;
  onDecide: (verdict: Verdict) => void;
}

export function Decisions({ refusals, isApproving, areKeysOn, saysWhy, onDecide }: DecisionsProps) {
  return (
    <div className={styles.decisions}>
      {saysWhy && refusals.approve !== null ? <span className={styles.why}>{refusals.approve}</span> : null}
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

// The decisions, with their keys.

import { Button } from '../../ui/button.tsx';
import styles from './decisions.module.css';
import type { Decision } from './proposal.ts';

interface DecisionsProps {
  refusals: Readonly<Record<Decision, string | null>>;
  /** The values of one document, if there are several. */
  together: { number: number; refusal: string | null } | null;
  isDeciding: boolean;
  areKeysOn: boolean;
  /** Says why approving is not allowed, where no other place on the page does. */
  saysWhy: boolean;
  onDecide: (decision: Decision | 'together') => void;
}

export function Decisions({ refusals, together, isDeciding, areKeysOn, saysWhy, onDecide }: DecisionsProps) {
  const key = (name: string) => (areKeysOn ? <kbd>{name}</kbd> : null);
  return (
    <div className={styles.decisions}>
      {saysWhy && refusals.approve !== null ? <span className={styles.why}>{refusals.approve}</span> : null}
      <Button notAllowed={refusals.ask} onPress={() => onDecide('ask')}>
        Ask {key('q')}
      </Button>
      <Button notAllowed={refusals.reject} onPress={() => onDecide('reject')}>
        Reject {key('r')}
      </Button>
      {together === null ? null : (
        <Button notAllowed={together.refusal} onPress={() => onDecide('together')}>
          Approve all {together.number} {key('A')}
        </Button>
      )}
      <Button
        kind="primary"
        notAllowed={refusals.approve}
        busy={isDeciding && 'Deciding…'}
        onPress={() => onDecide('approve')}
      >
        Approve {key('a')}
      </Button>
    </div>
  );
}

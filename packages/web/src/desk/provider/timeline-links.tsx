// Where an entry of the timeline leads: its evidence, its indicator, its draft; or a correction of it.

import { Button } from '../../ui/button.tsx';
import { whoMayOperate } from '../providers/who-may.ts';
import { useStaff } from '../staff.ts';
import { EvidenceLink } from './evidence-panel.tsx';
import type { TimelineEntry } from './file.ts';
import styles from './provider.module.css';

export function TimelineLinks({ entry, onWrong }: { entry: TimelineEntry; onWrong: () => void }) {
  const mayCorrect = whoMayOperate(useStaff()) === null;
  const isApproved = entry.what === 'approved' || entry.what === 'renewed';
  return (
    <span className={styles.links}>
      {entry.evidence_id === null ? null : <EvidenceLink evidence={entry.evidence_id} />}
      {entry.verification_id === null ? null : <a href={`/verify/${entry.verification_id}`}>Proof</a>}
      {entry.run_id === null ? null : <a href={`/desk/runs/${entry.run_id}`}>Run</a>}
      {isApproved && mayCorrect ? (
        <Button kind="quiet" onPress={onWrong}>
          Correct
        </Button>
      ) : null}
    </span>
  );
}

// The document behind an input, above the page of the committee. It counts as opened once it is shown.

import { useQueryClient } from '@tanstack/react-query';
import { readAgain } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { utcDate } from '../../ui/words.ts';
import { DocumentViewer } from '../document/viewer.tsx';
import styles from './evidence.module.css';
import type { Detail } from './groups.ts';

type Evidence = NonNullable<Detail['inputs'][number]['proposal']>['evidence'];

export function ShownDocument({ evidence, onClose }: { evidence: Evidence; onClose: () => void }) {
  const client = useQueryClient();
  const { title, sha256, media_type, page, quote, evidence_date, grade } = evidence;
  return (
    <Dialog
      title="Evidence"
      wide
      onCancel={onClose}
      buttons={
        <Button autoFocus onPress={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.document}>
        <DocumentViewer
          title={title}
          sha256={sha256}
          mediaType={media_type}
          page={page}
          quote={quote}
          facts={`grade ${grade}, ${utcDate(evidence_date)}`}
          onShown={() => void readAgain(client, ['runs'])}
        />
      </div>
    </Dialog>
  );
}

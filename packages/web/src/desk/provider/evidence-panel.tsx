// The evidence of a value, opened over the page: its document with the quote, and what it supports.

import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { utcDate } from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { DocumentViewer } from '../document/viewer.tsx';

export function EvidenceLink({ evidence, words = 'Evidence' }: { evidence: string; words?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onPress={() => setOpen(true)}>
        {words}
      </Button>
      {isOpen ? <EvidenceDialog evidence={evidence} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function EvidenceDialog({ evidence, onClose }: { evidence: string; onClose: () => void }) {
  const { data, error, refetch } = useRead('evidence.show', { evidence });
  const found = data?.evidence;
  return (
    <Dialog
      wide
      title={found?.title ?? 'Evidence'}
      onCancel={onClose}
      buttons={
        <Button onPress={onClose} autoFocus>
          Close
        </Button>
      }
    >
      <ProblemBox error={error} onRetry={() => void refetch()} />
      {found === undefined ? null : (
        <>
          <Facts
            facts={{
              Kind: found.kind,
              Date: `${utcDate(found.evidence_date)} (UTC)`,
              Grade: found.grade,
              'Recorded by': found.recorded_by_name,
              ...(found.url === null
                ? {}
                : {
                    Source: (
                      <a href={found.url} target="_blank" rel="noreferrer">
                        {found.url}
                      </a>
                    ),
                  }),
            }}
          />
          <DocumentViewer
            key={found.id}
            title="Document"
            sha256={found.sha256}
            mediaType={found.media_type}
            page={found.page}
            quote={found.quote}
          />
        </>
      )}
    </Dialog>
  );
}

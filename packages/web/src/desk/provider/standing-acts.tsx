// Withdraws or reinstates: one asks with a reason, which is published, and another person approves.

import { useState } from 'react';
import { useAct } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AreaField } from '../../ui/field.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Drafted } from './drafted.tsx';
import { CHANGES, type ProviderFile } from './file.ts';

export function Withdraw({ file, onClose }: { file: ProviderFile; onClose: () => void }) {
  const request = useAct('withdrawals.request', CHANGES);
  const { id, name } = file.provider;
  return (
    <WithReason
      title={`Ask to withdraw the indicator of ${name}?`}
      about="The indicator leaves the list of scores once a reviewer or operator other than you has approved. Its record stays."
      verb="Ask to withdraw"
      busy={request.isPending && 'Asking…'}
      error={request.error}
      onClose={onClose}
      onSend={(reason) => request.mutate({ provider: id, reason }, { onSuccess: onClose })}
    />
  );
}

export function Reinstate({ file, onClose }: { file: ProviderFile; onClose: () => void }) {
  const draft = useAct('reinstatements.draft', CHANGES);
  const { id, name } = file.provider;
  if (draft.data !== undefined)
    return (
      <Drafted
        title="The reinstatement is drafted"
        run={draft.data.run_id}
        what={`It has the score of ${name} as it is now.`}
        onClose={onClose}
      />
    );
  return (
    <WithReason
      title={`Reinstate ${name}?`}
      about="A draft is made with the score as it is now. It is published once a reviewer or operator other than the person who publishes has approved it."
      verb="Draft the reinstatement"
      busy={draft.isPending && 'Drafting…'}
      error={draft.error}
      onClose={onClose}
      onSend={(reason) => draft.mutate({ providers: [id], reason })}
    />
  );
}

interface WithReasonProps {
  title: string;
  about: string;
  verb: string;
  busy: string | false;
  error: Error | null;
  onClose: () => void;
  onSend: (reason: string) => void;
}

function WithReason({ title, about, verb, busy, error, onClose, onSend }: WithReasonProps) {
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isEmpty = reason.trim() === '';
  return (
    <Dialog
      title={title}
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            busy={busy}
            onPress={() => {
              setChecked(true);
              if (!isEmpty) onSend(reason.trim());
            }}
          >
            {verb}
          </Button>
        </>
      }
    >
      <p className="plain">{about}</p>
      <AreaField
        label="Reason"
        help="It is published."
        value={reason}
        maxLength={2000}
        onChange={({ target }) => setReason(target.value)}
        error={isChecked && isEmpty ? 'Write why: readers see it.' : null}
      />
      {error === null ? null : <ProblemBox error={error} />}
    </Dialog>
  );
}

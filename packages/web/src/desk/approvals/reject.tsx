// Rejects a proposal, with the reason that its proposer reads.

import type { FormEvent } from 'react';
import { useState } from 'react';
import { useAct } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AreaField } from '../../ui/field.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { inputValue } from '../../ui/words.ts';
import type { Proposal } from './proposal.ts';

interface RejectProps {
  proposal: Proposal;
  name: string;
  label: string;
  onDone: () => void;
  onClose: () => void;
}

export function Reject({ proposal, name, label, onDone, onClose }: RejectProps) {
  const reject = useAct('inputs.reject', []);
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setMissing(true);
    reject.mutate({ proposals: [proposal.id], reason }, { onSuccess: onDone });
  };
  return (
    <Dialog
      title={`Reject ${inputValue(proposal.value)} for ${name}?`}
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="reject" busy={reject.isPending && 'Rejecting…'}>
            Reject
          </Button>
        </>
      }
    >
      <p className="plain">
        {label}, proposed by {proposal.proposed_by_name}. A rejection is final: the input is proposed again
        with better evidence.
      </p>
      <form id="reject" onSubmit={submit}>
        <AreaField
          label="Reason"
          help={`${proposal.proposed_by_name} reads it, and it stays on record.`}
          autoFocus
          maxLength={2000}
          value={reason}
          error={isMissing && reason.trim() === '' ? 'Write why, for the person who proposed it.' : null}
          onChange={({ target }) => setReason(target.value)}
        />
      </form>
      {reject.error === null ? null : <ProblemBox error={reject.error} />}
    </Dialog>
  );
}

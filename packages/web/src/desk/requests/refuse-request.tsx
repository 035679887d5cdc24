// Refuses a request, with the reason that its requester reads.

import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AreaField } from '../../ui/field.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import type { DeskRequest } from './request.ts';

export function RefuseRequest({ request, onClose }: { request: DeskRequest; onClose: () => void }) {
  const refuseAct = useAct('requests.refuse', ['requests']);
  const refuseWithdrawal = useAct('withdrawals.refuse', ['withdrawals']);
  const refuse = request.act === 'withdrawal' ? refuseWithdrawal : refuseAct;
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setMissing(true);
    refuse.mutate({ request: request.id, reason: reason.trim() }, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={`Refuse the request of ${request.requester}?`}
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="refuse-request" busy={refuse.isPending && 'Refusing…'}>
            Refuse
          </Button>
        </>
      }
    >
      <p className="plain">{request.sentence}.</p>
      <form id="refuse-request" onSubmit={submit}>
        <AreaField
          label="Reason"
          help={`${request.requester} reads it, and it stays on record.`}
          autoFocus
          maxLength={2000}
          value={reason}
          error={isMissing && reason.trim() === '' ? 'Write why, for the person who requested it.' : null}
          onChange={({ target }) => setReason(target.value)}
        />
      </form>
      {refuse.error === null ? null : <ProblemBox error={refuse.error} />}
    </Dialog>
  );
}

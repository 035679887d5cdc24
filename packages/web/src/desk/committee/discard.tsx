// Discards a draft, with a reason. One with bad news takes two people: it is then requested.

import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AreaField } from '../../ui/field.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { plural } from '../../ui/words.ts';
import { type Overview, publishingCounts } from './groups.ts';

export function Discard({ overview, onClose }: { overview: Overview; onClose: () => void }) {
  const { run, discard_takes_two: takesTwo } = overview;
  const discard = useAct('runs.discard', ['runs', 'requests']);
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { all } = publishingCounts(overview);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setMissing(true);
    discard.mutate(
      { run: run.id, reason: reason.trim() },
      { onSuccess: ({ done }) => (done ? onClose() : undefined) },
    );
  };
  if (discard.data?.done === false)
    return (
      <Dialog
        title="Discarding was requested"
        onCancel={onClose}
        buttons={<Button onPress={onClose}>Close</Button>}
      >
        <p className="plain">
          Another operator, reviewer or chief risk officer approves it under{' '}
          <Link to="/desk/requests">requests</Link>. Until then the draft stays as it is.
        </p>
      </Dialog>
    );
  return (
    <Dialog
      role="alertdialog"
      title={takesTwo ? 'Request to discard this draft?' : 'Discard this draft?'}
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="discard" busy={discard.isPending && 'Discarding…'}>
            {takesTwo ? 'Request' : 'Discard'}
          </Button>
        </>
      }
    >
      <p className="plain">
        {plural(all, 'indicator')} of it will not be published. What it already published stays.
        {takesTwo
          ? ' It lowers a band or corrects something, so that another person must agree: nobody alone makes bad news disappear.'
          : ''}
      </p>
      <form id="discard" onSubmit={submit}>
        <AreaField
          label="Reason"
          help="It stays on record."
          autoFocus
          maxLength={2000}
          value={reason}
          error={isMissing && reason.trim() === '' ? 'Write why it must not be published.' : null}
          onChange={({ target }) => setReason(target.value)}
        />
      </form>
      {discard.error === null ? null : <ProblemBox error={discard.error} />}
    </Dialog>
  );
}

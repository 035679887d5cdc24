// Discards a draft, with a reason. One with bad news takes two people: it is then requested.

import { Link } from '@tanstack/react-router';
import { ActDialog, missing, textOf } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AreaField } from '../../ui/field.tsx';
import { plural } from '../../ui/words.ts';
import { type Overview, publishingCounts } from './groups.ts';

export function Discard({ overview, onClose }: { overview: Overview; onClose: () => void }) {
  const { run, discard_takes_two: takesTwo } = overview;
  const { all } = publishingCounts(overview);
  return (
    <ActDialog
      act="runs.discard"
      changes={['runs', 'requests']}
      title={takesTwo ? 'Request to discard this draft?' : 'Discard this draft?'}
      lead={`${plural(all, 'indicator')} of it will not be published. What it already published stays.${
        takesTwo
          ? ' It lowers a band or corrects something, so that another person must agree: nobody alone makes bad news disappear.'
          : ''
      }`}
      submit={takesTwo ? 'Request' : 'Discard'}
      busy="Discarding…"
      fields={(about) => (
        <AreaField
          name="reason"
          label="Reason"
          help="It stays on record."
          autoFocus
          maxLength={2000}
          error={about('reason')}
        />
      )}
      check={(form) => missing(form, { reason: 'Write why it must not be published.' })}
      inputOf={(form) => ({ run: run.id, reason: textOf(form, 'reason')! })}
      onDone={({ done }) => {
        if (done) onClose();
      }}
      done={({ done }) => (done ? null : <Requested onClose={onClose} />)}
      onClose={onClose}
    />
  );
}

function Requested({ onClose }: { onClose: () => void }) {
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
}

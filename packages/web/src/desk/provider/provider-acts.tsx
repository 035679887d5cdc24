// What can be done about a provider, each in a dialog of its own: retire, withdraw, reinstate. provider-naming.tsx has what
// changes its names.

import { ActDialog, missing, textOf } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AreaField } from '../../ui/field.tsx';
import { CHANGES, type ProviderFile } from './file.ts';

export interface ProviderActProps {
  file: ProviderFile;
  onClose: () => void;
}

export function Retire({ file: { provider, published }, onClose }: ProviderActProps) {
  const notAllowed = published === null ? null : 'Its indicator is published: withdraw it first.';
  return (
    <ActDialog
      act="providers.retire"
      changes={CHANGES}
      title={`Retire ${provider.name}?`}
      isFinal
      cancel="Keep it"
      submit="Retire"
      busy="Retiring…"
      notAllowed={notAllowed}
      fields={() => (
        <>
          <p className="plain">Runs no longer score it. Nothing about it is deleted.</p>
          {notAllowed === null ? null : <p className="plain muted">{notAllowed}</p>}
        </>
      )}
      inputOf={() => ({ provider: provider.id })}
      onClose={onClose}
    />
  );
}

/** One asks with a reason, which is published, and the committee votes. */
export function Withdraw({ file, onClose }: ProviderActProps) {
  const { id, name } = file.provider;
  return (
    <ActDialog
      act="withdrawals.request"
      changes={CHANGES}
      title={`Ask to withdraw the indicator of ${name}?`}
      lead="The indicator leaves the list of scores once the committee has voted for it. Its record stays."
      submit="Ask to withdraw"
      busy="Asking…"
      {...REASON}
      inputOf={(form) => ({ provider: id, reason: textOf(form, 'reason')! })}
      onClose={onClose}
    />
  );
}

export function Reinstate({ file, onClose }: ProviderActProps) {
  const { id, name } = file.provider;
  return (
    <ActDialog
      act="reinstatements.draft"
      changes={CHANGES}
      title={`Reinstate ${name}?`}
      lead="A draft is made with the score as it is now. An operator can publish it once the committee has voted for it."
      submit="Draft the reinstatement"
      busy="Drafting…"
      {...REASON}
      inputOf={(form) => ({ providers: [id], reason: textOf(form, 'reason')! })}
      done={({ run_id }) => (
        <Drafted
          title="The reinstatement is drafted"
          run={run_id}
          what={`It has the score of ${name} as it is now.`}
          onClose={onClose}
        />
      )}
      onClose={onClose}
    />
  );
}

const REASON: Pick<Parameters<typeof ActDialog>[0], 'fields' | 'check'> = {
  fields: (about) => (
    <AreaField
      name="reason"
      label="Reason"
      help="It is published."
      maxLength={2000}
      error={about('reason')}
    />
  ),
  check: (form) => missing(form, { reason: 'Write why: readers see it.' }),
};

interface DraftedProps {
  title: string;
  run: string;
  what: string;
  onClose: () => void;
}

/** After a draft: what it takes now, and the way to it. */
export function Drafted({ title, run, what, onClose }: DraftedProps) {
  return (
    <Dialog
      title={title}
      onCancel={onClose}
      buttons={
        <Button onPress={onClose} autoFocus>
          Close
        </Button>
      }
    >
      <p className="plain">
        {what} Nothing is public yet: the committee votes on it, and then an operator publishes it.
      </p>
      <p className="plain">
        <a href={`/desk/runs/${run}`}>Show the draft</a>
      </p>
    </Dialog>
  );
}

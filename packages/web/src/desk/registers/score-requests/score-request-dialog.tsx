// Decisions on a score request, each in a dialog of its own.

import { type About, ActDialog, textOf } from '../../../ui/act-dialog.tsx';
import { AreaField, CheckField, DateField, TextField } from '../../../ui/field.tsx';
import type { ScoreRequest } from './score-request.ts';

export type Decision = 'accept' | 'decline' | 'mark_scored' | 'expect' | 'add_note' | 'erase';

interface ScoreRequestDialogProps {
  decision: Decision;
  request: ScoreRequest;
  onClose: () => void;
}

const CHANGES = ['score_requests'];

export function ScoreRequestDialog({ decision, request, onClose }: ScoreRequestDialogProps) {
  const { id, provider_name } = request;
  const common = { changes: CHANGES, onClose };
  switch (decision) {
    case 'accept':
      return (
        <ActDialog
          {...common}
          act="score_requests.accept"
          title={`Accept the request for ${provider_name}?`}
          lead="The sender sees that it was accepted. Link it to its provider once that is published."
          submit="Accept"
          busy="Accepting…"
          fields={(about) => <Note about={about} />}
          inputOf={(form) => ({ id, ...noteOf(form) })}
        />
      );
    case 'decline':
      return (
        <ActDialog
          {...common}
          act="score_requests.decline"
          title={`Decline the request for ${provider_name}?`}
          lead="This is final. The sender sees that it was declined, without your note."
          submit="Decline"
          busy="Declining…"
          fields={(about) => <Note about={about} />}
          inputOf={(form) => ({ id, ...noteOf(form) })}
        />
      );
    case 'mark_scored':
      return (
        <ActDialog
          {...common}
          act="score_requests.mark_scored"
          title={`Which provider did the request for ${provider_name} lead to?`}
          lead="The sender sees the provider, which must have been published."
          submit="Link"
          busy="Linking…"
          fields={(about) => (
            <>
              <TextField
                name="provider"
                label="Provider"
                help="Its slug, as in the address of its page."
                error={about('provider')}
                required
                maxLength={100}
                autoFocus
              />
              <Note about={about} isFirst={false} />
            </>
          )}
          inputOf={(form) => ({ id, provider: textOf(form, 'provider') ?? '', ...noteOf(form) })}
        />
      );
    case 'expect':
      return (
        <ActDialog
          {...common}
          act="score_requests.expect"
          title={`When is the score of ${provider_name} expected?`}
          lead="Workspaces that asked for this name see the date. Leave it empty to take it back."
          submit="Save"
          busy="Saving…"
          fields={(about) => (
            <DateField
              name="expected_on"
              label="Expected on (UTC)"
              error={about('expected_on')}
              defaultValue={request.expected_on ?? ''}
            />
          )}
          inputOf={(form) => {
            const expected_on = textOf(form, 'expected_on');
            return { id, ...(expected_on === undefined ? {} : { expected_on }) };
          }}
        />
      );
    case 'add_note':
      return (
        <ActDialog
          {...common}
          act="score_requests.add_note"
          title={`A note on ${provider_name}`}
          submit="Add note"
          busy="Adding…"
          fields={(about) => <Note about={about} isRequired />}
          inputOf={(form) => ({ id, note: textOf(form, 'note') ?? '' })}
        />
      );
    case 'erase':
      return (
        <ActDialog
          {...common}
          act="score_requests.erase"
          title={`Erase who asked for ${provider_name}?`}
          lead="The contact and the message are removed. This cannot be undone; backups made before still have them."
          isFinal
          submit="Erase"
          busy="Erasing…"
          fields={() => <CheckField name="notes">Also the notes of the staff on this request</CheckField>}
          inputOf={(form) => ({ id, notes: form.get('notes') !== null })}
        />
      );
  }
}

function Note({
  about,
  isRequired = false,
  isFirst = true,
}: {
  about: About;
  isRequired?: boolean;
  isFirst?: boolean;
}) {
  return (
    <AreaField
      name="note"
      label={isRequired ? 'Note' : 'Note, if any'}
      help="For the staff. It is kept with the request, and can be erased but not changed."
      error={about('note')}
      required={isRequired}
      maxLength={2000}
      autoFocus={isFirst}
    />
  );
}

function noteOf(form: FormData): { note?: string } {
  const note = textOf(form, 'note');
  return note === undefined ? {} : { note };
}

// A question to the other members about what is open. It goes into the minutes, where everybody sees it.

import { ActDialog, missing, textOf } from '../../ui/act-dialog.tsx';
import { AreaField } from '../../ui/field.tsx';
import { asSeen, CHANGED_BY_VOTES, type Matter } from './matter.ts';

export function AskQuestion({ matter, onClose }: { matter: Matter; onClose: () => void }) {
  return (
    <ActDialog
      act="committee.minute"
      changes={CHANGED_BY_VOTES}
      title={`Ask a question about ${matter.name ?? 'this matter'}?`}
      lead="It goes into the minutes. The other members answer with a line of their own."
      submit="Ask"
      busy="Asking…"
      fields={(about) => (
        <AreaField name="text" label="Question" maxLength={3900} autoFocus error={about('text')} />
      )}
      check={(form) => missing(form, { text: 'Write the question.' })}
      inputOf={(form) => ({
        matters: asSeen(matter, matter.seen),
        text: `Question: ${textOf(form, 'text')!}`,
      })}
      onClose={onClose}
    />
  );
}

// Asks for the text that goes with a rejection, a question or an answer. Somebody else reads it, and it stays on record.

import { useState } from 'react';
import { FormDialog, textOf } from '../../ui/act-dialog.tsx';
import { AreaField } from '../../ui/field.tsx';
import { inputValue } from '../../ui/format.ts';
import { inputName } from '../input-names.ts';
import { type Proposal, subjectName } from './proposal.ts';

export type MessageKind = 'reject' | 'ask' | 'answer' | 'confirm' | 'confirm-all';

interface Words {
  title: string;
  about: string;
  label: string;
  help: string;
  missing: string;
  act: string;
  busy: string;
}

function wordsOf(kind: MessageKind, proposal: Proposal, unusual: Proposal['unusual']): Words {
  const what = `${inputValue(proposal.value)} for ${subjectName(proposal)}`;
  const who = proposal.proposed_by_name;
  const asker = proposal.messages.at(-1)?.written_by_name ?? 'The reviewer';
  const about = `${inputName(proposal.input)}, proposed by ${who}.`;
  switch (kind) {
    case 'reject':
      return {
        title: `Reject ${what}?`,
        about: `${about} A rejection is final once it is in force, after 8 seconds: the input is proposed again with better evidence.`,
        label: 'Reason',
        help: `${who} reads it, and it stays on record.`,
        missing: 'Write why, for the person who proposed it.',
        ...{ act: 'Reject', busy: 'Rejecting…' },
      };
    case 'confirm':
    case 'confirm-all': {
      const marks = unusual.map(({ message }) => message).join('; ');
      return {
        title: kind === 'confirm' ? `Approve ${what}?` : 'Approve all values of the document?',
        about: `Unusual: ${marks}.${
          proposal.confirmation === null ? '' : ` ${who} says: “${proposal.confirmation}”`
        }`,
        label: 'Why it is right',
        help: 'In a sentence of your own. It stays on record.',
        missing: 'Write why it is right, or reject it.',
        ...{ act: 'Approve', busy: 'Approving…' },
      };
    }
    case 'ask':
      return {
        title: `Ask about ${what}?`,
        about: `${about} It goes back to them without being rejected, and waits here again once they answer.`,
        label: 'Question',
        help: `${who} reads it, and it stays on record. Write @ and a name to tell a colleague, such as @Ann.`,
        missing: 'Write what you want to know.',
        ...{ act: 'Ask', busy: 'Asking…' },
      };
    case 'answer':
      return {
        title: `Answer about ${what}?`,
        about: `“${proposal.messages.at(-1)?.message ?? ''}” If the value or its evidence is wrong, say so here and propose it again.`,
        label: 'Answer',
        help: `${asker} reads it, and it stays on record.`,
        missing: 'Write an answer.',
        ...{ act: 'Answer', busy: 'Answering…' },
      };
  }
}

interface MessageDialogProps {
  kind: MessageKind;
  proposal: Proposal;
  /** What a confirmation is about. */
  unusual?: Proposal['unusual'];
  isSending: boolean;
  error: Error | null;
  onSend: (message: string) => void;
  onClose: () => void;
}

export function MessageDialog({
  kind,
  proposal,
  unusual = [],
  isSending,
  error,
  onSend,
  onClose,
}: MessageDialogProps) {
  // As it was opened: the text that is sent becomes the last message while the dialog is still there.
  const [words] = useState(() => wordsOf(kind, proposal, unusual));
  const [isMissing, setMissing] = useState(false);
  return (
    <FormDialog
      title={words.title}
      lead={words.about}
      submit={words.act}
      busy={isSending && words.busy}
      error={error}
      onChange={() => setMissing(false)}
      onSubmit={(form) => {
        const message = textOf(form, 'message');
        if (message === undefined) setMissing(true);
        else onSend(message);
      }}
      onClose={onClose}
    >
      <AreaField
        name="message"
        label={words.label}
        help={words.help}
        autoFocus
        maxLength={2000}
        error={isMissing ? words.missing : null}
      />
    </FormDialog>
  );
}

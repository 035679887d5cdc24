// Asks for the text that goes with a rejection, a question or an answer. Somebody else reads it, and it stays on record.

import type { FormEvent } from 'react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AreaField } from '../../ui/field.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { inputValue, inWords } from '../../ui/words.ts';
import { type Proposal, subjectName } from './proposal.ts';

export type MessageKind = 'reject' | 'ask' | 'answer';

interface Words {
  title: string;
  about: string;
  label: string;
  help: string;
  missing: string;
  act: string;
  busy: string;
}

function wordsOf(kind: MessageKind, proposal: Proposal): Words {
  const what = `${inputValue(proposal.value)} for ${subjectName(proposal)}`;
  const who = proposal.proposed_by_name;
  const asker = proposal.messages.at(-1)?.written_by_name ?? 'The reviewer';
  const about = `${sentence(inWords(proposal.input))}, proposed by ${who}.`;
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
    case 'ask':
      return {
        title: `Ask about ${what}?`,
        about: `${about} It goes back to them without being rejected, and waits here again once they answer.`,
        label: 'Question',
        help: `${who} reads it, and it stays on record.`,
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
  isSending: boolean;
  error: Error | null;
  onSend: (message: string) => void;
  onClose: () => void;
}

export function MessageDialog({ kind, proposal, isSending, error, onSend, onClose }: MessageDialogProps) {
  const words = wordsOf(kind, proposal);
  const [message, setMessage] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (message.trim() === '') setMissing(true);
    else onSend(message);
  };
  return (
    <Dialog
      title={words.title}
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="message" busy={isSending && words.busy}>
            {words.act}
          </Button>
        </>
      }
    >
      <p className="plain">{words.about}</p>
      <form id="message" onSubmit={submit}>
        <AreaField
          label={words.label}
          help={words.help}
          autoFocus
          maxLength={2000}
          value={message}
          error={isMissing && message.trim() === '' ? words.missing : null}
          onChange={({ target }) => setMessage(target.value)}
        />
      </form>
      {error === null ? null : <ProblemBox error={error} />}
    </Dialog>
  );
}

function sentence(text: string): string {
  return text === '' ? '' : text[0]!.toUpperCase() + text.slice(1);
}

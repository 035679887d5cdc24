// A dialog with a form that performs an act. Refusals stand at the field that they are about, or below the form.

import type { ActName, AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { type FormEvent, type ReactNode, useId } from 'react';
import { useAct } from '../../api/acts.ts';
import { ProblemError } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Faults } from './faults.tsx';
import styles from './registers.module.css';

/** What is wrong with a member of the input; null if nothing is. */
export type About = (member: string) => string | null;

export interface ActDialogProps<Name extends ActName> {
  act: Name;
  /** The subjects that pages read again afterwards. */
  changes: readonly string[];
  title: string;
  lead?: ReactNode;
  /** The word on the button, and what it says while the act is under way. */
  submit: ReactNode;
  busy: string;
  notAllowed?: string | null;
  /** For what cannot be undone: the safe button has the focus. */
  isFinal?: boolean;
  fields?: (about: About) => ReactNode;
  /** The members that have a field. Nested ones are named by their last part. */
  members?: readonly string[];
  inputOf: (form: FormData) => InputOf<Name>;
  /** After the act; closes the dialog if absent. */
  onDone?: (answer: AnswerOf<Name>) => void;
  onClose: () => void;
}

export function ActDialog<Name extends ActName>(props: ActDialogProps<Name>) {
  const { act, changes, title, lead, submit, busy, notAllowed = null, isFinal = false } = props;
  const { fields, members = [], inputOf, onClose, onDone = onClose } = props;
  const form = useId();
  const mutation = useAct(act, changes);
  const { error } = mutation;
  const about: About = (member) => faultOf(error, member);
  const hasPlace = members.some((member) => about(member) !== null);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutation.mutate(inputOf(new FormData(event.currentTarget)), { onSuccess: onDone });
  };
  return (
    <Dialog
      role={isFinal ? 'alertdialog' : 'dialog'}
      title={title}
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose} autoFocus={isFinal}>
            Cancel
          </Button>
          <Button
            kind="primary"
            type="submit"
            form={form}
            busy={mutation.isPending && busy}
            notAllowed={notAllowed}
          >
            {submit}
          </Button>
        </>
      }
    >
      {lead === undefined ? null : <div className="plain">{lead}</div>}
      <form id={form} className={styles.form} onSubmit={send}>
        {fields?.(about)}
        {error === null || hasPlace ? null : (
          <>
            <ProblemBox error={error} />
            <Faults error={error} />
          </>
        )}
      </form>
    </Dialog>
  );
}

/** By the last part of the place: /issuance/currency is about the currency. */
function faultOf(error: Error | null, member: string): string | null {
  if (!(error instanceof ProblemError)) return null;
  const found = error.problem.errors?.find(({ pointer }) => pointer?.split('/').at(-1) === member);
  return found?.message ?? null;
}

/** The trimmed text of a field; undefined if nothing was written. */
export function textOf(form: FormData, name: string): string | undefined {
  const text = String(form.get(name) ?? '').trim();
  return text === '' ? undefined : text;
}

// Dialogs with a form. ActDialog performs an act of the console: refusals stand at the field that they are about, or
// below the form. FormDialog is for everything else that is sent from a dialog.

import type { ActName, AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useAct } from '../api/acts.ts';
import { ProblemError } from '../api/problem.ts';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { plural } from './format.ts';
import { ProblemBox } from './problem-box.tsx';

interface FormDialogProps {
  title: string;
  lead?: ReactNode;
  wide?: boolean;
  /** The words on the button, and what it says while the act is under way. */
  submit: ReactNode;
  busy: string | false;
  cancel?: ReactNode;
  notAllowed?: string | null;
  /** For what cannot be undone: the safe button has the focus. It also has it where there is no field. */
  isFinal?: boolean;
  /** The form checks its fields itself: the browser does not. */
  hasOwnChecks?: boolean;
  /** Shown below the fields. */
  error?: Error | null;
  children?: ReactNode;
  onChange?: () => void;
  onSubmit: (form: FormData, element: HTMLFormElement) => void;
  onClose: () => void;
}

export function FormDialog(props: FormDialogProps) {
  const {
    title,
    lead,
    wide = false,
    submit,
    busy,
    cancel = 'Cancel',
    notAllowed = null,
    error = null,
  } = props;
  const { isFinal = false, hasOwnChecks = false, children, onChange, onSubmit, onClose } = props;
  const id = useId();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget), event.currentTarget);
  };
  return (
    <Dialog
      role={isFinal ? 'alertdialog' : 'dialog'}
      title={title}
      wide={wide}
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose} autoFocus={isFinal || children === undefined}>
            {cancel}
          </Button>
          <Button kind="primary" type="submit" form={id} busy={busy} notAllowed={notAllowed}>
            {submit}
          </Button>
        </>
      }
    >
      {lead === undefined ? null : <div className="plain">{lead}</div>}
      <form id={id} className={styles.form} onSubmit={send} onChange={onChange} noValidate={hasOwnChecks}>
        {children}
        {error === null ? null : (
          <>
            <ProblemBox error={error} />
            <Faults error={error} />
          </>
        )}
      </form>
    </Dialog>
  );
}

/** What is wrong with a member of the input; null if nothing is. */
export type About = (member: string) => string | null;

interface ActDialogProps<Name extends ActName>
  extends Omit<FormDialogProps, 'busy' | 'error' | 'hasOwnChecks' | 'children' | 'onChange' | 'onSubmit'> {
  act: Name;
  /** The subjects that pages read again afterwards. */
  changes: readonly string[];
  busy: string;
  /** Each field has the name of the member that it is about. `forget` takes back a refusal that no longer holds. */
  fields?: (about: About, forget: () => void) => ReactNode;
  /** What is wrong before anything is sent, by member. Without it the browser checks the fields. */
  check?: (form: FormData) => Readonly<Record<string, string>>;
  inputOf: (form: FormData) => InputOf<Name>;
  /** After the act; closes the dialog if absent. */
  onDone?: (answer: AnswerOf<Name>, input: InputOf<Name>) => void;
  /** What is shown in place of the form after the act, such as a secret. */
  done?: (answer: AnswerOf<Name>, input: InputOf<Name>) => ReactNode;
}

export function ActDialog<Name extends ActName>(props: ActDialogProps<Name>) {
  const { act, changes, busy, fields, check, inputOf, onDone, done, ...dialog } = props;
  const mutation = useAct(act, changes);
  const { error, data, variables } = mutation;
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [members, setMembers] = useState<readonly string[]>([]);
  if (done !== undefined && data !== undefined) return done(data, variables!);
  const about: About = (member) =>
    wrong[member] ?? (error instanceof ProblemError ? error.about(member) : null);
  const send = (form: FormData, element: HTMLFormElement) => {
    const found = check?.(form) ?? {};
    setWrong(found);
    setMembers(
      Array.from(element.elements, (field) => (field as HTMLInputElement).name).filter((name) => name !== ''),
    );
    if (Object.keys(found).length > 0) return;
    const input = inputOf(form);
    mutation.mutate(input, {
      onSuccess: (answer) => {
        if (onDone !== undefined) onDone(answer, input);
        else if (done === undefined) dialog.onClose();
      },
    });
  };
  return (
    <FormDialog
      {...dialog}
      busy={mutation.isPending && busy}
      hasOwnChecks={check !== undefined}
      error={members.some((member) => about(member) !== null) ? null : error}
      onChange={() => setWrong({})}
      onSubmit={send}
    >
      {fields?.(about, mutation.reset)}
    </FormDialog>
  );
}

/** The trimmed text of a field; undefined if nothing was written. */
export function textOf(form: FormData, name: string): string | undefined {
  const text = String(form.get(name) ?? '').trim();
  return text === '' ? undefined : text;
}

/** What to say about those of these fields that are empty. */
export function missing(form: FormData, words: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(words).filter(([name]) => textOf(form, name) === undefined));
}

/** More would bury the first, which are usually the cause of the others. */
const MOST_FAULTS = 50;

/** Every fault of a file or a document that was refused, with its place. */
function Faults({ error }: { error: Error }) {
  const errors = error instanceof ProblemError ? (error.problem.errors ?? []) : [];
  if (errors.length === 0) return null;
  return (
    <ul className={styles.faults} aria-label="Faults">
      {errors.slice(0, MOST_FAULTS).map(({ pointer, message }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two faults can be alike
        <li key={at}>
          {pointer === undefined || pointer === '' ? null : <span className="mono">{pointer}</span>} {message}
        </li>
      ))}
      {errors.length > MOST_FAULTS ? <li>and {plural(errors.length - MOST_FAULTS, 'more fault')}</li> : null}
    </ul>
  );
}

// A new password: the field, and the form of the links that set one. Its rules are shown and checked before it is sent.

import { type FormEvent, useState } from 'react';
import { ProblemError } from '../api/problem.ts';
import { Button } from '../ui/button.tsx';
import { CheckField, TextField } from '../ui/field.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import styles from './sign-in.module.css';

const SHORTEST = 12;
const LONGEST = 256;

/** Why the server would refuse a password; null if nothing is known against it. Only it knows the common ones. */
export function passwordProblem(password: string): string | null {
  const { length } = [...password];
  if (length < SHORTEST) return `This has ${length} of at least ${SHORTEST} characters.`;
  if (length > LONGEST) return `This has ${length} characters. ${LONGEST} are allowed.`;
  return null;
}

/** What the server has against it. */
export function refusedPassword(error: unknown): string | null {
  return error instanceof ProblemError && error.about('password') !== null ? error.problem.detail : null;
}

interface NewPasswordProps {
  error: string | null;
  /** Whose password it is, for password managers, where that is known. */
  email?: string;
}

export function NewPassword({ error, email }: NewPasswordProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.fields}>
      {email === undefined ? null : (
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      )}
      <TextField
        name="password"
        label="New password"
        help={`${SHORTEST} to ${LONGEST} characters. Several words that do not belong together are best; common passwords are refused.`}
        error={error}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        required
      />
      <CheckField checked={isShown} onChange={({ target }) => setShown(target.checked)}>
        Show the password
      </CheckField>
    </div>
  );
}

interface NewPasswordFormProps {
  email?: string;
  /** `variables` is null while something without a password is sent. */
  change: {
    error: unknown;
    isPending: boolean;
    variables: string | null | undefined;
    mutate(password: string): void;
  };
  submit: string;
  busy: string;
}

export function NewPasswordForm({ email, change, submit, busy }: NewPasswordFormProps) {
  const [weak, setWeak] = useState<string | null>(null);
  const refused = refusedPassword(change.error);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    const problem = passwordProblem(password);
    setWeak(problem);
    if (problem === null) change.mutate(password);
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <NewPassword error={weak ?? refused} {...(email === undefined ? {} : { email })} />
      {change.error === null || refused !== null ? null : <ProblemBox error={change.error} />}
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" busy={change.isPending && change.variables !== null && busy}>
          {submit}
        </Button>
      </div>
    </form>
  );
}

// Confirms that the right person claimed an invitation, by the number that only they were shown.

import type { FormEvent } from 'react';
import { useAct } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { roleName } from '../../ui/words.ts';
import type { Member } from './member.ts';
import styles from './members.module.css';

export function ConfirmMember({
  member: { id, name, role },
  onClose,
}: {
  member: Member;
  onClose: () => void;
}) {
  const confirm = useAct('members.confirm', ['members']);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const check = String(new FormData(event.currentTarget).get('check')).trim();
    confirm.mutate({ person: id, check }, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={`Was it ${name} who opened the link?`}
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="confirm" busy={confirm.isPending && 'Confirming…'}>
            Confirm {name}
          </Button>
        </>
      }
    >
      <p className="plain">
        Have {name} tell you the check number, in person or by telephone. Then {name} can sign in, as{' '}
        {roleName(role)}.
      </p>
      <form id="confirm" className={styles.form} onSubmit={submit}>
        <TextField
          name="check"
          label="Check number"
          help="Eight digits. Five wrong numbers end the invitation."
          pattern="\s*[0-9]{4}[\s\-]*[0-9]{4}\s*"
          title="Eight digits, such as 1234-5678"
          autoComplete="off"
          inputMode="numeric"
          mono
          required
          autoFocus
        />
      </form>
      {confirm.error === null ? null : <ProblemBox error={confirm.error} />}
    </Dialog>
  );
}

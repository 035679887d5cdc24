// Accepts terms: the whole text, and one's own name typed under it.

import { type FormEvent, useState } from 'react';
import { useAct, useRead } from '../../api/acts.ts';
import { ProblemError } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { usePerson } from '../person.ts';
import styles from './terms.module.css';
import { TERMS_NAMES, type TermsKind } from './terms-names.ts';
import { TermsText } from './terms-text.tsx';

export function AcceptTerms({ kind, onClose }: { kind: TermsKind; onClose: () => void }) {
  const { name, workspace } = usePerson();
  const terms = useRead('terms.show', { kind });
  const accept = useAct('terms.accept', ['terms', 'workspaces']);
  const [wrong, setWrong] = useState<string | null>(null);
  const about = accept.error instanceof ProblemError ? accept.error.about('typed_name') : null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed_name = String(new FormData(event.currentTarget).get('name')).trim();
    const isOwn = plain(typed_name) === plain(name);
    setWrong(isOwn ? null : `Type your own name: ${name}.`);
    if (isOwn && terms.data !== undefined)
      accept.mutate({ kind, digest: terms.data.digest, typed_name }, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={`Accept the ${TERMS_NAMES[kind]} for ${workspace}?`}
      wide
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            form="accept-terms"
            notAllowed={terms.data === undefined ? 'the text is not there yet' : null}
            busy={accept.isPending && 'Accepting…'}
          >
            {`Accept the ${TERMS_NAMES[kind]}`}
          </Button>
        </>
      }
    >
      {terms.error === null ? null : <ProblemBox error={terms.error} onRetry={() => void terms.refetch()} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className={styles.text} tabIndex={0} aria-label={TERMS_NAMES[kind]}>
        {terms.data === undefined ? null : <TermsText text={terms.data.text} />}
      </section>
      <form id="accept-terms" onSubmit={submit} noValidate>
        <TextField
          name="name"
          label="Your name, to accept"
          help={`You accept for ${workspace}. Your name, the time, your address and the digest of the text stay on record.`}
          error={wrong ?? about}
          autoComplete="off"
          placeholder={name}
          required
        />
      </form>
      {accept.error === null || about !== null ? null : <ProblemBox error={accept.error} />}
    </Dialog>
  );
}

/** As the server compares: capitals and spaces do not matter. */
function plain(text: string): string {
  return text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

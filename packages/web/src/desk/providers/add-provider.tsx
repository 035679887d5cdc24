// Adds a provider. Its facts and inputs are entered afterwards, with evidence.

import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/acts.ts';
import { ProblemError } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import styles from './providers.module.css';

export function AddProvider({ onClose }: { onClose: () => void }) {
  const add = useAct('providers.import', ['providers']);
  const navigate = useNavigate();
  const [given, setGiven] = useState({ name: '', subtype: '', slug: '', website: '' });
  const [isChecked, setChecked] = useState(false);
  const set = (change: Partial<typeof given>) => setGiven({ ...given, ...change });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const value = {
      name: given.name.trim(),
      provider_subtype: given.subtype.trim(),
      ...(given.slug.trim() === '' ? {} : { slug: given.slug.trim() }),
      ...(given.website.trim() === '' ? {} : { website: given.website.trim() }),
    };
    if (value.name === '' || value.provider_subtype === '') return;
    add.mutate(
      { rows: [{ value }] },
      {
        onSuccess: ({ created: [id] }) => {
          onClose();
          if (id !== undefined) void navigate({ to: '/desk/providers/$slug', params: { slug: id } });
        },
      },
    );
  };
  const missing = (text: string, what: string) => (isChecked && text.trim() === '' ? what : null);
  const faults = add.error instanceof ProblemError ? (add.error.problem.errors ?? []) : [];
  const about = (member: string) => {
    const fault = faults.find(({ pointer }) => pointer?.endsWith(`/${member}`));
    return fault === undefined ? null : sentence(fault.message);
  };
  return (
    <Dialog
      title="Add a provider"
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="add-provider" busy={add.isPending && 'Adding…'}>
            Add provider
          </Button>
        </>
      }
    >
      <form id="add-provider" className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label="Name"
          value={given.name}
          maxLength={200}
          onChange={({ target }) => set({ name: target.value })}
          error={missing(given.name, 'Write the name under which it is known.') ?? about('name')}
        />
        <TextField
          label="Kind"
          help="In a few words, such as bitcoin savings."
          value={given.subtype}
          onChange={({ target }) => set({ subtype: target.value })}
          error={missing(given.subtype, 'Write what kind of provider it is.') ?? about('provider_subtype')}
        />
        <TextField
          label="Website"
          help="An https address; it can be left empty."
          value={given.website}
          onChange={({ target }) => set({ website: target.value })}
          error={about('website')}
        />
        <TextField
          label="Slug"
          help="In addresses. It follows from the name if it is left empty."
          mono
          value={given.slug}
          onChange={({ target }) => set({ slug: target.value })}
          error={about('slug')}
        />
        {add.error === null || faults.length > 0 ? null : <ProblemBox error={add.error} />}
      </form>
    </Dialog>
  );
}

/** "is missing" becomes "It is missing." */
function sentence(message: string): string {
  return `${/^[a-z]/.test(message) ? 'It ' : ''}${message.replace(/\.$/, '')}.`;
}

// Creates a provider, so that values can be entered for it.

import { type FormEvent, useState } from 'react';
import { callAct, useAct } from '../../api/acts.ts';
import { ProblemError } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import styles from './entry.module.css';

interface NewProviderProps {
  onClose: () => void;
  onCreated: (slug: string) => void;
}

export function NewProvider({ onClose, onCreated }: NewProviderProps) {
  const create = useAct('providers.import', ['providers', 'entry']);
  const [wasThere, setThere] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const members = ['name', 'slug', 'provider_subtype', 'website'].map((name) => [
      name,
      String(form.get(name)).trim(),
    ]);
    const value = Object.fromEntries(members.filter(([, text]) => text !== ''));
    create.mutate(
      { rows: [{ value }] },
      {
        onSuccess: async ({ created }) => {
          if (created.length === 0) return setThere(true);
          const { providers } = await callAct('entry.basis', { providers: created });
          onCreated(providers[0]!.slug);
        },
      },
    );
  };
  const { error } = create;
  const about = (member: string) => aboutMember(error, member);
  const isPlaced = ['name', 'slug', 'provider_subtype', 'website'].some((member) => about(member) !== null);
  return (
    <Dialog
      title="New provider"
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="new-provider" busy={create.isPending && 'Creating…'}>
            Create provider
          </Button>
        </>
      }
    >
      <form id="new-provider" className={styles.form} onSubmit={submit}>
        <TextField name="name" label="Name" required maxLength={120} autoFocus error={about('name')} />
        <TextField
          name="slug"
          label="Slug"
          help="In addresses, such as brindlewick-vaults. Made from the name if empty."
          error={about('slug')}
        />
        <TextField
          name="provider_subtype"
          label="Kind of provider"
          help="Such as custodial lender."
          error={about('provider_subtype')}
        />
        <TextField name="website" label="Website" help="https://…" error={about('website')} />
        {wasThere ? (
          <p role="alert">A provider with this name is on record already. Choose it in the grid.</p>
        ) : null}
        {error === null || isPlaced ? null : <ProblemBox error={error} />}
      </form>
    </Dialog>
  );
}

function aboutMember(error: Error | null, member: string): string | null {
  if (!(error instanceof ProblemError)) return null;
  const found = error.problem.errors?.find(({ pointer }) => pointer?.endsWith(`/${member}`));
  return found === undefined ? null : `This ${found.message}.`;
}

// Changes of the record of a provider: its name, its slug, and its retirement.

import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { CHANGES, type ProviderFile } from './file.ts';
import styles from './provider.module.css';

interface RecordProps {
  file: ProviderFile;
  onClose: () => void;
}

export function Rename({ file: { provider }, onClose }: RecordProps) {
  const rename = useAct('providers.rename', CHANGES);
  return (
    <OneField
      title={`Rename ${provider.name}`}
      label="Name"
      help="The present name stays as another name of it."
      given={provider.name}
      verb="Rename"
      busy={rename.isPending && 'Renaming…'}
      error={rename.error}
      onClose={onClose}
      onSend={(name) => rename.mutate({ provider: provider.id, name }, { onSuccess: onClose })}
    />
  );
}

export function ChangeSlug({ file: { provider }, onClose }: RecordProps) {
  const change = useAct('providers.change_slug', CHANGES);
  const navigate = useNavigate();
  return (
    <OneField
      title={`Change the slug of ${provider.name}`}
      label="Slug"
      help="Lower-case letters, digits and single hyphens. Links with the present one keep working."
      given={provider.slug}
      verb="Change"
      busy={change.isPending && 'Changing…'}
      error={change.error}
      onClose={onClose}
      onSend={(slug) =>
        change.mutate(
          { provider: provider.id, slug },
          {
            onSuccess: () => {
              onClose();
              void navigate({ to: '/desk/providers/$slug', params: { slug }, replace: true });
            },
          },
        )
      }
    />
  );
}

export function Retire({ file: { provider, published }, onClose }: RecordProps) {
  const retire = useAct('providers.retire', CHANGES);
  const notAllowed = published === null ? null : 'Its indicator is published: withdraw it first.';
  return (
    <Dialog
      role="alertdialog"
      title={`Retire ${provider.name}?`}
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose} autoFocus>
            Keep it
          </Button>
          <Button
            kind="primary"
            notAllowed={notAllowed}
            busy={retire.isPending && 'Retiring…'}
            onPress={() => retire.mutate({ provider: provider.id }, { onSuccess: onClose })}
          >
            Retire
          </Button>
        </>
      }
    >
      <p className="plain">Runs no longer score it. Nothing about it is deleted.</p>
      {notAllowed === null ? null : <p className="plain muted">{notAllowed}</p>}
      {retire.error === null ? null : <ProblemBox error={retire.error} />}
    </Dialog>
  );
}

interface OneFieldProps {
  title: string;
  label: string;
  help: string;
  given: string;
  verb: string;
  busy: string | false;
  error: Error | null;
  onClose: () => void;
  onSend: (value: string) => void;
}

function OneField({ title, label, help, given, verb, busy, error, onClose, onSend }: OneFieldProps) {
  const [value, setValue] = useState(given);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() !== '') onSend(value.trim());
  };
  return (
    <Dialog
      title={title}
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="one-field" busy={busy}>
            {verb}
          </Button>
        </>
      }
    >
      <form id="one-field" className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={label}
          help={help}
          value={value}
          maxLength={200}
          onChange={({ target }) => setValue(target.value)}
          error={value.trim() === '' ? 'It cannot be empty.' : null}
        />
        {error === null ? null : <ProblemBox error={error} />}
      </form>
    </Dialog>
  );
}

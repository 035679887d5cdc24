// Passkeys: the device checks who uses it, so that no password is needed.

import { useState } from 'react';
import { send } from '../api/send.ts';
import { addPasskey, hasPasskeys } from '../sign-in/passkey.ts';
import { FormDialog, textOf } from '../ui/act-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Instant } from '../ui/instant.tsx';
import { Acts } from '../ui/panel.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import { Section } from '../ui/section.tsx';
import { type Column, Table } from '../ui/table.tsx';
import styles from './account.module.css';
import { type Passkey, useChange, usePasskeys } from './account.ts';
import { browserName } from './user-agent.ts';

export function Passkeys() {
  const passkeys = usePasskeys();
  const [isAdding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<Passkey | null>(null);
  const impossible = hasPasskeys() ? null : 'passkeys need a current browser and a host name';
  const columns: Column<Passkey>[] = [
    { head: 'Name', cell: nameOf },
    {
      head: 'Added',
      isFixed: true,
      isMinor: true,
      cell: ({ createdAt }) => <Instant at={Date.parse(createdAt)} />,
    },
    {
      head: 'Kept',
      isFixed: true,
      isMinor: true,
      cell: ({ backedUp }) => (backedUp ? 'synced between devices' : 'on one device'),
    },
    {
      head: 'Change',
      isFixed: true,
      cell: (passkey) => (
        <Button kind="quiet" label={`Delete ${nameOf(passkey)}…`} onPress={() => setDeleting(passkey)}>
          Delete…
        </Button>
      ),
    },
  ];
  return (
    <Section title="Passkeys">
      <ProblemBox error={passkeys.error} onRetry={() => void passkeys.refetch()} />
      {passkeys.data?.length === 0 ? (
        <p className={styles.text}>
          None yet. With one you sign in by the fingerprint, face or PIN of your device, without a password.
        </p>
      ) : (
        <Table label="Passkeys" columns={columns} rows={passkeys.data} keyOf={({ id }) => id} empty={null} />
      )}
      <Acts>
        <Button notAllowed={impossible} onPress={() => setAdding(true)}>
          Add a passkey…
        </Button>
      </Acts>
      {impossible === null ? null : (
        <p className={styles.text}>
          Passkeys need a current browser, and an address with a host name instead of an IP address.
        </p>
      )}
      {isAdding ? <AddPasskey onClose={() => setAdding(false)} /> : null}
      {deleting === null ? null : <DeletePasskey passkey={deleting} onClose={() => setDeleting(null)} />}
    </Section>
  );
}

function nameOf({ name }: Passkey): string {
  return name === null || name === '' ? 'Passkey without a name' : name;
}

function AddPasskey({ onClose }: { onClose: () => void }) {
  const add = useChange(addPasskey);
  const isCancelled = add.error?.name === 'NotAllowedError' || add.error?.name === 'InvalidStateError';
  return (
    <FormDialog
      title="Add a passkey"
      submit="Add passkey"
      busy={add.isPending && 'Asking the device…'}
      error={isCancelled ? null : add.error}
      onSubmit={(form) => add.mutate(textOf(form, 'name') ?? '', { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        help="So that you know it again in the list, such as the device that keeps it."
        defaultValue={browserName(navigator.userAgent)}
        maxLength={80}
        required
        autoFocus
      />
      {isCancelled ? (
        <p className={styles.text} role="alert">
          {add.error?.name === 'InvalidStateError'
            ? 'This device has a passkey of yours already.'
            : 'The device did not make one: it was cancelled, or took too long. Try again.'}
        </p>
      ) : null}
    </FormDialog>
  );
}

function DeletePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useChange((id: string) => send('POST', '/api/auth/passkey/delete-passkey', { id }));
  return (
    <FormDialog
      title={`Delete the passkey ${nameOf(passkey)}?`}
      lead="It opens nothing here from then on. Delete it on the device too."
      isFinal
      cancel="Keep it"
      submit="Delete passkey"
      busy={remove.isPending && 'Deleting…'}
      error={remove.error}
      onSubmit={() => remove.mutate(passkey.id, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

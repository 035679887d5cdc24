// Passkeys: the device checks who uses it, so that no password is needed.

import { type FormEvent, useState } from 'react';
import { send } from '../api/send.ts';
import { addPasskey, hasPasskeys } from '../sign-in/passkey.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
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
      {passkeys.error === null ? null : (
        <ProblemBox error={passkeys.error} onRetry={() => void passkeys.refetch()} />
      )}
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
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    add.mutate(String(new FormData(event.currentTarget).get('name')).trim(), { onSuccess: onClose });
  };
  const isCancelled = add.error?.name === 'NotAllowedError' || add.error?.name === 'InvalidStateError';
  return (
    <Dialog
      title="Add a passkey"
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="passkey" busy={add.isPending && 'Asking the device…'}>
            Add passkey
          </Button>
        </>
      }
    >
      <form id="passkey" className={styles.form} onSubmit={submit}>
        <TextField
          name="name"
          label="Name"
          help="So that you know it again in the list, such as the device that keeps it."
          defaultValue={browserName(navigator.userAgent)}
          maxLength={80}
          required
          autoFocus
        />
        {add.error === null ? null : isCancelled ? (
          <p className={styles.text} role="alert">
            {add.error.name === 'InvalidStateError'
              ? 'This device has a passkey of yours already.'
              : 'The device did not make one: it was cancelled, or took too long. Try again.'}
          </p>
        ) : (
          <ProblemBox error={add.error} />
        )}
      </form>
    </Dialog>
  );
}

function DeletePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useChange((id: string) => send('POST', '/api/auth/passkey/delete-passkey', { id }));
  return (
    <Dialog
      role="alertdialog"
      title={`Delete the passkey ${nameOf(passkey)}?`}
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose} autoFocus>
            Keep it
          </Button>
          <Button
            kind="primary"
            busy={remove.isPending && 'Deleting…'}
            onPress={() => remove.mutate(passkey.id, { onSuccess: onClose })}
          >
            Delete passkey
          </Button>
        </>
      }
    >
      <p className="plain">It opens nothing here from then on. Delete it on the device too.</p>
      {remove.error === null ? null : <ProblemBox error={remove.error} />}
    </Dialog>
  );
}

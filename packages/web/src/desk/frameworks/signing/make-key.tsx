// Makes the key of a chief risk officer in this browser. The file is chosen again before its public key is enrolled, so that
// nobody enrols a key whose file was not saved.

import { useState } from 'react';
import { useAct } from '../../../api/acts.ts';
import { FormDialog } from '../../../ui/act-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Code } from '../../../ui/code.tsx';
import { download } from '../../../ui/download.ts';
import { TextField } from '../../../ui/field.tsx';
import { staffId, useStaff } from '../../staff.ts';
import {
  keyNameOf,
  makeKeyFile,
  type NewKey,
  openKey,
  readKeyFile,
  SHORTEST_PASSPHRASE,
} from './key-file.ts';

export function MakeKey({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<NewKey | null>(null);
  return made === null ? (
    <NewKeyFile onMade={setMade} onClose={onClose} />
  ) : (
    <EnrolKey made={made} onClose={onClose} />
  );
}

function NewKeyFile({ onMade, onClose }: { onMade: (key: NewKey) => void; onClose: () => void }) {
  const { name } = useStaff();
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<{ passphrase?: string; again?: string }>({});
  const make = async (form: FormData) => {
    const passphrase = String(form.get('passphrase'));
    if ([...passphrase].length < SHORTEST_PASSPHRASE)
      return setWrong({ passphrase: `Use at least ${SHORTEST_PASSPHRASE} characters, such as four words.` });
    if (passphrase !== form.get('again')) return setWrong({ again: 'This is not the same passphrase.' });
    setWrong({});
    setBusy(true);
    const key = await makeKeyFile(keyNameOf(name), passphrase);
    download(fileNameOf(key), 'application/json', key.file);
    onMade(key);
  };
  return (
    <FormDialog
      title="Make your signing key"
      lead={
        <>
          <p>
            The key is made in this browser and saved as a file, encrypted with your passphrase. The service
            gets the public key alone. Keep the file where only you can reach it, with a copy. Nobody can
            reset the passphrase.
          </p>
          <p>
            The operator of the service serves this page, and could change it to read your passphrase. To rule
            that out, make and use the key on a machine of your own with <code>rf keygen</code> and{' '}
            <code>rf methodology sign</code>.
          </p>
        </>
      }
      wide
      submit="Make it and save the file"
      busy={busy && 'Making it…'}
      hasOwnChecks
      onSubmit={(form) => void make(form)}
      onClose={onClose}
    >
      <TextField
        name="passphrase"
        label="Passphrase"
        type="password"
        autoComplete="new-password"
        help={`At least ${SHORTEST_PASSPHRASE} characters.`}
        error={wrong.passphrase ?? null}
        autoFocus
      />
      <TextField
        name="again"
        label="Passphrase again"
        type="password"
        autoComplete="new-password"
        error={wrong.again ?? null}
      />
    </FormDialog>
  );
}

/** Asks for the file that was saved, and then for the enrolment of its public key. */
function EnrolKey({ made, onClose }: { made: NewKey; onClose: () => void }) {
  const person = useStaff();
  const enrol = useAct('officer_keys.enrol', ['officer_keys', 'requests', 'desk']);
  const [file, setFile] = useState<string | null>(null);
  const [wrong, setWrong] = useState<{ file?: string; passphrase?: string }>({});
  const [busy, setBusy] = useState(false);
  const send = async (form: FormData) => {
    const read = readKeyFile(file ?? '');
    if (read.kind !== 'encrypted' || read.publicKey !== made.publicKey)
      return setWrong({ file: `Choose ${fileNameOf(made)}, which was just saved.` });
    setBusy(true);
    const signer = await openKey(read, String(form.get('passphrase')));
    setBusy(false);
    if (signer === null) return setWrong({ passphrase: 'The file does not open with this passphrase.' });
    setWrong({});
    enrol.mutate({ officer: staffId(person), public_key: made.publicKey }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title="Check the file, and have the key enrolled"
      lead="Choose the file that was saved and open it once, so that you know that it works. A second person then approves the public key: tell them its last characters in person or by telephone."
      wide
      submit="Request its enrolment"
      busy={(busy || enrol.isPending) && 'Checking…'}
      hasOwnChecks
      error={enrol.error}
      onSubmit={(form) => void send(form)}
      onClose={onClose}
    >
      <Code text={made.publicKey} what="the public key" />
      <Button kind="quiet" onPress={() => download(fileNameOf(made), 'application/json', made.file)}>
        Save the file again
      </Button>
      <TextField
        label="The file that was saved"
        type="file"
        accept=".json,application/json"
        error={wrong.file ?? null}
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          if (chosen !== undefined) void chosen.text().then(setFile);
        }}
      />
      <TextField
        name="passphrase"
        label="Its passphrase"
        type="password"
        autoComplete="off"
        error={wrong.passphrase ?? null}
      />
    </FormDialog>
  );
}

/** "officer-cora+1f0c9a2b.rf-key.json" */
function fileNameOf({ publicKey }: NewKey): string {
  return `${publicKey.split('+').slice(0, 2).join('+')}.rf-key.json`;
}

// Signs a framework in this browser, beside its text: the file of the key is opened here and sent nowhere.

import type { MethodologyDocument } from '@rf-indicators/engine';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../../api/acts.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import { useStaff } from '../../staff.ts';
import type { Framework } from '../framework.ts';
import { openKey, readKeyFile } from './key-file.ts';
import styles from './signing.module.css';

interface SignPanelProps {
  framework: Framework;
  document: MethodologyDocument;
}

export function SignPanel({ framework, document }: SignPanelProps) {
  const { name } = useStaff();
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const [hasRead, setRead] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<{ file?: string; passphrase?: string; text?: string }>({});
  const record = useAct('frameworks.record_sign_off', ['frameworks', 'desk']);
  const read = file === null ? null : readKeyFile(file.text);
  const sign = async () => {
    if (!hasRead) return;
    if (read === null || read.kind === 'wrong')
      return setWrong({ file: read?.fault ?? 'Choose the file of your key.' });
    setWrong({});
    setBusy(true);
    try {
      const { digestOf, signMethodology } = await import('@rf-indicators/engine');
      // What is signed is what this page shows, and not what somebody says of it.
      if ((await digestOf(document)) !== framework.digest)
        return setWrong({
          text: 'The text on this page does not have the digest of the framework. Do not sign it.',
        });
      const signer = await openKey(read, passphrase);
      if (signer === null) return setWrong({ passphrase: 'The file does not open with this passphrase.' });
      const signedAt = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
      const signOff = await signMethodology(document, signer, name, signedAt);
      setPassphrase('');
      record.mutate({ sign_off: signOff as unknown as Record<string, unknown> });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={styles.panel}
      aria-label={`Sign ${framework.framework_version}`}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void sign();
      }}
    >
      <h3>Sign {framework.framework_version}</h3>
      <p className="plain">
        Your signature says that you have read the text, its differences and its effect on every provider, and
        that it may be put into effect.
      </p>
      <TextField
        label="File of your key"
        type="file"
        accept=".json,.key,application/json"
        help={file === null ? 'It is opened in this browser and sent nowhere.' : file.name}
        error={wrong.file ?? null}
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          if (chosen === undefined) setFile(null);
          else void chosen.text().then((text) => setFile({ name: chosen.name, text }));
        }}
      />
      {read?.kind === 'plain' ? null : (
        <TextField
          label="Its passphrase"
          type="password"
          autoComplete="off"
          value={passphrase}
          error={wrong.passphrase ?? null}
          onChange={({ target }) => setPassphrase(target.value)}
        />
      )}
      <label className={styles.read}>
        <input type="checkbox" checked={hasRead} onChange={({ target }) => setRead(target.checked)} />I have
        read the text, the differences and the effect.
      </label>
      {wrong.text === undefined ? null : <p role="alert">{wrong.text}</p>}
      <ProblemBox error={record.error} />
      <Button
        kind="primary"
        type="submit"
        busy={(busy || record.isPending) && 'Signing…'}
        notAllowed={hasRead ? null : 'confirm first that you have read it'}
      >
        Sign {framework.framework_version}
      </Button>
      <p className={styles.note}>
        The operator serves this page. To depend on nobody, sign the file with rf methodology sign on a
        machine of your own, and record the sign-off here.
      </p>
    </form>
  );
}

// A secret, shown once: it is copied or saved before the dialog closes.

import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Copy } from './copy.tsx';
import { Dialog } from './dialog.tsx';
import { CheckField } from './field.tsx';
import styles from './secret.module.css';

interface SecretDialogProps {
  title: string;
  /** What it is for, and that it is shown once. */
  lead: ReactNode;
  /** Null if the answer that had it was lost on the way. */
  secret: string | null;
  /** What is copied: "the key". */
  what: string;
  /** Ready lines, a download. */
  children?: ReactNode;
  onClose: () => void;
}

export function SecretDialog({ title, lead, secret, what, children, onClose }: SecretDialogProps) {
  const [isStored, setStored] = useState(false);
  if (secret === null) return <LostSecret what={what} onClose={onClose} />;
  return (
    <Dialog
      title={title}
      wide
      buttons={
        <Button
          kind="primary"
          notAllowed={isStored ? null : 'say first that you have stored it'}
          onPress={onClose}
        >
          Done
        </Button>
      }
    >
      <p className="plain">{lead}</p>
      <div className={styles.secret}>
        <span>{secret}</span>
        <Copy text={secret} what={what} />
      </div>
      {children}
      <CheckField checked={isStored} onChange={({ target }) => setStored(target.checked)}>
        I have stored it
      </CheckField>
    </Dialog>
  );
}

/** The request was repeated after a cut connection: the first one created the secret, and no copy is kept. */
function LostSecret({ what, onClose }: Pick<SecretDialogProps, 'what' | 'onClose'>) {
  return (
    <Dialog
      title={`Lost on the way: ${what}`}
      onCancel={onClose}
      buttons={
        <Button kind="primary" onPress={onClose} autoFocus>
          Done
        </Button>
      }
    >
      <p className="plain">
        The connection was cut before {what} arrived. It was created once, and cannot be shown again: revoke
        or rotate it.
      </p>
    </Dialog>
  );
}

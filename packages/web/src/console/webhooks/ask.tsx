// A question before something is done: the safe button has the focus.

import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export interface AskProps {
  title: string;
  children: ReactNode;
  act: ReactNode;
  busy: string | false;
  notAllowed?: string | null;
  /** For what cannot be undone. */
  isFinal?: boolean;
  onAct: () => void;
  onClose: () => void;
}

export function Ask({
  title,
  children,
  act,
  busy,
  notAllowed = null,
  isFinal = false,
  onAct,
  onClose,
}: AskProps) {
  return (
    <Dialog
      role={isFinal ? 'alertdialog' : 'dialog'}
      title={title}
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose} autoFocus>
            Cancel
          </Button>
          <Button kind="primary" busy={busy} notAllowed={notAllowed} onPress={onAct}>
            {act}
          </Button>
        </>
      }
    >
      <div>{children}</div>
    </Dialog>
  );
}

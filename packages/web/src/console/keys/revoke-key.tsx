// Revokes a key, after saying what that ends.

import { useAct } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import type { Key } from './key.ts';
import { LastUse } from './last-use.tsx';

export function RevokeKey({ apiKey, onClose }: { apiKey: Key; onClose: () => void }) {
  const { name, prefix } = apiKey;
  const revoke = useAct('keys.revoke', ['keys', 'workspaces']);
  return (
    <Dialog
      role="alertdialog"
      title={`Revoke ${name}?`}
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose} autoFocus>
            Keep it
          </Button>
          <Button
            kind="primary"
            busy={revoke.isPending && 'Revoking…'}
            onPress={() => revoke.mutate({ key: prefix }, { onSuccess: onClose })}
          >
            <CrossGlyph /> Revoke {name}
          </Button>
        </>
      }
    >
      <p className="plain">
        Callers of <span className="mono">{prefix}</span> get 401 from now on, and the key cannot be brought
        back.
      </p>
      <p className="plain">
        <LastUse apiKey={apiKey} />
      </p>
      {revoke.error === null ? null : <ProblemBox error={revoke.error} />}
    </Dialog>
  );
}

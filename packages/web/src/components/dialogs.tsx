// Dialogs: a question, a form and a secret.

import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { CodeTabs } from '../ui/code.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { CrossGlyph } from '../ui/glyphs.tsx';
import { Acts } from '../ui/panel.tsx';
import { SecretDialog } from '../ui/secret.tsx';
import { Section } from '../ui/section.tsx';

type Shown = 'question' | 'form' | 'secret';

export function Dialogs() {
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  return (
    <Section title="Dialogs">
      <Acts>
        <Button onPress={() => setShown('question')}>A question…</Button>
        <Button onPress={() => setShown('form')}>A form…</Button>
        <Button onPress={() => setShown('secret')}>A secret…</Button>
      </Acts>
      {shown === 'question' ? (
        <Dialog
          role="alertdialog"
          title="Revoke backend?"
          onCancel={close}
          buttons={
            <>
              <Button autoFocus onPress={close}>
                Keep it
              </Button>
              <Button kind="primary" onPress={close}>
                <CrossGlyph /> Revoke backend
              </Button>
            </>
          }
        >
          <p className="plain">Its callers get 401 from now on, and the key cannot be brought back.</p>
        </Dialog>
      ) : null}
      {shown === 'form' ? (
        <Dialog
          title="Create a key"
          onCancel={close}
          buttons={
            <>
              <Button onPress={close}>Cancel</Button>
              <Button kind="primary" onPress={close}>
                Create key
              </Button>
            </>
          }
        >
          <TextField label="Name" help="What the key is for." autoFocus />
        </Dialog>
      ) : null}
      {shown === 'secret' ? (
        <SecretDialog
          title="Store the key backend now"
          lead="It is shown once. We keep only its hash, and cannot show it again."
          secret="rf_live_this_is_not_a_key"
          what="the key"
          onClose={close}
        >
          <CodeTabs
            label="Ready lines"
            texts={{ curl: 'curl https://indicators.example', Python: 'client.list_scores()' }}
          />
        </SecretDialog>
      ) : null}
    </Section>
  );
}

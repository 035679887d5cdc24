// A key that was just issued: shown once, with lines that are ready to use, and a first request.

import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CodeTabs } from '../../ui/code.tsx';
import { SecretDialog } from '../../ui/secret.tsx';
import { KeyAnswer, type KeyTrial, TRIAL_PATH, tryKey } from './key-trial.tsx';
import { linesFor } from './ready-lines.ts';

export interface IssuedKeyProps {
  /** The key is null if the answer that had it was lost on the way. */
  issued: { name: string; key: string | null; tier: string };
  /** Whether the agent's configuration is among the ready lines. */
  forAgents?: boolean;
  onClose: () => void;
}

export function IssuedKey({ issued: { name, key, tier }, forAgents = false, onClose }: IssuedKeyProps) {
  const [trial, setTrial] = useState<KeyTrial | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    setTrial(await tryKey(key!));
    setBusy(false);
  };
  return (
    <SecretDialog
      title={`Store the key ${name} now`}
      lead="It is shown once. We keep only its hash, and cannot show it again."
      secret={key}
      what="the key"
      onClose={onClose}
    >
      <CodeTabs
        label="Ready lines"
        texts={linesFor({ origin: location.origin, key: key!, tier, forAgents })}
      />
      <div>
        <Button busy={isBusy && 'Sending…'} onPress={send}>
          Try it: GET {TRIAL_PATH}
        </Button>
        {trial === null ? null : <KeyAnswer trial={trial} />}
      </div>
    </SecretDialog>
  );
}

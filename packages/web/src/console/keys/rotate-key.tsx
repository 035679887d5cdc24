// Rotates a key: asks how long the old one still works, and shows the new one once.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { useAct } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { IssuedKey } from './issued-key.tsx';
import type { Key } from './key.ts';

const GRACE = [
  { hours: 0, label: 'At once' },
  { hours: 1, label: 'In an hour' },
  { hours: 24, label: 'In 24 hours' },
  { hours: 168, label: 'In 7 days' },
] as const;

export function RotateKey({
  apiKey: { name, prefix, agent_scope },
  onClose,
}: {
  apiKey: Key;
  onClose: () => void;
}) {
  const rotate = useAct('keys.rotate', ['keys', 'workspaces']);
  const [hours, setHours] = useState(24);
  const [issued, setIssued] = useState<AnswerOf<'keys.rotate'> | null>(null);
  if (issued !== null) return <IssuedKey issued={issued} forAgents={agent_scope} onClose={onClose} />;
  return (
    <Dialog
      title={`Rotate ${name}?`}
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose} autoFocus>
            Cancel
          </Button>
          <Button
            kind="primary"
            busy={rotate.isPending && 'Rotating…'}
            onPress={() => rotate.mutate({ key: prefix, grace_hours: hours }, { onSuccess: setIssued })}
          >
            Rotate {name}
          </Button>
        </>
      }
    >
      <SelectField
        label="When the old key ends"
        help="Its callers get 401 from then on."
        value={hours}
        onChange={({ target }) => setHours(Number(target.value))}
      >
        {GRACE.map((grace) => (
          <option key={grace.hours} value={grace.hours}>
            {grace.label}
          </option>
        ))}
      </SelectField>
      {rotate.error === null ? null : <ProblemBox error={rotate.error} />}
    </Dialog>
  );
}

// Chooses the provider of a name. Nothing is chosen beforehand, because a similar name is often that of another legal entity.

import { useState } from 'react';
import { useProviders } from '../../api/providers.ts';
import { FormDialog } from '../../ui/act-dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import styles from './books.module.css';

export interface NameCandidate {
  id: string;
  name: string;
  /** In whole per cent; absent for one that is not offered because of its name. */
  likeness?: number;
}

interface ChooseNameProps {
  name: string;
  why: string;
  candidates: readonly NameCandidate[];
  busy?: string | false;
  error?: Error | null;
  /** Null: no provider, so that the name has no score. */
  onChoose: (provider: NameCandidate | null) => void;
  onClose: () => void;
}

export function ChooseName({
  name,
  why,
  candidates,
  busy = false,
  error = null,
  onChoose,
  onClose,
}: ChooseNameProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [other, setOther] = useState('');
  const providers = useProviders() ?? [];
  const provider =
    chosen === 'other'
      ? providers.find(({ id }) => id === other)
      : candidates.find(({ id }) => id === chosen);
  const isReady = chosen === 'none' || provider !== undefined;
  return (
    <FormDialog
      title={`Which provider is “${name}”?`}
      lead={why}
      submit={chosen === 'none' ? 'Leave it without a score' : 'Use this provider'}
      busy={busy}
      error={error}
      notAllowed={isReady ? null : 'choose one first'}
      onSubmit={() => {
        if (isReady) onChoose(chosen === 'none' ? null : { ...provider! });
      }}
      onClose={onClose}
    >
      <fieldset className={styles.choices} aria-label="Provider">
        {candidates.map((candidate) => (
          <Choice key={candidate.id} value={candidate.id} chosen={chosen} onChoose={setChosen}>
            {candidate.name}
            {candidate.likeness === undefined ? null : (
              <span className="muted"> · {candidate.likeness} % alike</span>
            )}
          </Choice>
        ))}
        <Choice value="other" chosen={chosen} onChoose={setChosen}>
          Another provider
        </Choice>
        <Choice value="none" chosen={chosen} onChoose={setChosen}>
          None of them: it has no score
        </Choice>
      </fieldset>
      {chosen === 'other' ? (
        <SelectField
          label="Provider"
          value={other}
          onChange={({ target }) => setOther(target.value)}
          required
        >
          <option value="" disabled>
            Choose a provider
          </option>
          {providers.map(({ id, name: own }) => (
            <option key={id} value={id}>
              {own}
            </option>
          ))}
        </SelectField>
      ) : null}
    </FormDialog>
  );
}

interface ChoiceProps {
  value: string;
  chosen: string | null;
  onChoose: (value: string) => void;
  children: React.ReactNode;
}

function Choice({ value, chosen, onChoose, children }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input
        type="radio"
        name="provider"
        className={styles.radio}
        value={value}
        checked={chosen === value}
        onChange={() => onChoose(value)}
      />
      <span>{children}</span>
    </label>
  );
}

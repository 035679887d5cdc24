// Creates a key, and shows it once.

import type { AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { mayIssue, TIERS } from '@rf-indicators/contract/tiers';
import { type FormEvent, useState } from 'react';
import { useAct, useRead } from '../../api/acts.ts';
import { ProblemError } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { tierName } from '../../ui/words.ts';
import { IssuedKey } from './issued-key.tsx';
import styles from './keys.module.css';

const DAY = 24 * 60 * 60 * 1000;
const EXPIRIES = [
  { days: null, label: 'No expiry' },
  { days: 30, label: 'In 30 days' },
  { days: 90, label: 'In 90 days' },
  { days: 365, label: 'In a year' },
] as const;

export function CreateKey({ onClose }: { onClose: () => void }) {
  const create = useAct('keys.create', ['keys', 'workspaces']);
  const { data: workspace } = useRead('workspaces.show', {});
  const [forAgents, setForAgents] = useState(false);
  const [issued, setIssued] = useState<AnswerOf<'keys.create'> | null>(null);
  if (issued !== null) return <IssuedKey issued={issued} forAgents={forAgents} onClose={onClose} />;
  const { error } = create;
  const about = (member: string) => (error instanceof ProblemError ? error.about(member) : null);
  const hasPlace = ['name', 'tier', 'hourly_limit', 'expires_at'].some((member) => about(member) !== null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    create.mutate(inputOf(new FormData(event.currentTarget)), { onSuccess: setIssued });
  };
  return (
    <Dialog
      title="Create a key"
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="create-key" busy={create.isPending && 'Creating…'}>
            Create key
          </Button>
        </>
      }
    >
      <form id="create-key" className={styles.form} onSubmit={submit}>
        <TextField
          name="name"
          label="Name"
          help="What the key is for, such as the program that uses it."
          error={about('name')}
          required
          maxLength={80}
          autoFocus
        />
        <SelectField
          name="tier"
          label="Tier"
          help="Not above that of your workspace. Keys of one tier share its requests per hour."
          error={about('tier')}
          key={workspace?.tier}
          defaultValue={workspace?.tier}
        >
          {TIERS.filter((tier) => workspace !== undefined && mayIssue(workspace.tier, tier)).map((tier) => (
            <option key={tier} value={tier}>
              {tierName(tier)}
            </option>
          ))}
        </SelectField>
        <TextField
          name="hourly_limit"
          label="Own limit, requests per hour"
          help="Empty: the key may use all requests of its tier."
          error={about('hourly_limit')}
          inputMode="numeric"
          pattern="[0-9]*"
        />
        <SelectField name="expiry" label="Expires" error={about('expires_at')}>
          {EXPIRIES.map(({ days, label }) => (
            <option key={label} value={days ?? ''}>
              {label}
            </option>
          ))}
        </SelectField>
        {(workspace?.pilot_enabled_at ?? null) === null ? null : (
          <CheckField
            name="agent_scope"
            checked={forAgents}
            onChange={({ target }) => setForAgents(target.checked)}
          >
            For agents: the key can call the agent tools of the pilot.
          </CheckField>
        )}
        {error === null || hasPlace ? null : <ProblemBox error={error} />}
      </form>
    </Dialog>
  );
}

function inputOf(form: FormData): InputOf<'keys.create'> {
  const limit = String(form.get('hourly_limit')).trim();
  const days = String(form.get('expiry'));
  return {
    name: String(form.get('name')).trim(),
    tier: String(form.get('tier')) as InputOf<'keys.create'>['tier'],
    ...(limit === '' ? {} : { hourly_limit: Number(limit) }),
    ...(days === '' ? {} : { expires_at: Date.now() + Number(days) * DAY }),
    ...(form.get('agent_scope') === null ? {} : { agent_scope: true }),
  };
}

// What can be done with keys, each in a dialog of its own: create, rotate, upgrade, revoke.

import type { InputOf } from '@rf-indicators/contract/acts';
import { KEY_SCOPES, type KeyScope, mayIssue, TIERS } from '@rf-indicators/contract/tiers';
import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { ActDialog, textOf } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeTabs } from '../../ui/code.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { tierName } from '../../ui/format.ts';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { SecretDialog } from '../../ui/secret.tsx';
import { LastUse } from './key.tsx';
import { type Key, SCOPE_WORDS } from './key-state.ts';
import { KeyAnswer, type KeyTrial, TRIAL_PATH, tryKey } from './key-trial.tsx';
import { linesFor } from './ready-lines.ts';

const CHANGES = ['keys', 'workspaces'];
const DAY = 24 * 60 * 60 * 1000;
const EXPIRIES = [
  { days: null, label: 'No expiry' },
  { days: 30, label: 'In 30 days' },
  { days: 90, label: 'In 90 days' },
  { days: 365, label: 'In a year' },
] as const;

export function CreateKey({ onClose }: { onClose: () => void }) {
  const { data: workspace } = useRead('workspaces.show', {});
  return (
    <ActDialog
      act="keys.create"
      changes={CHANGES}
      title="Create a key"
      submit="Create key"
      busy="Creating…"
      fields={(about) => (
        <>
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
          <SelectField name="expires_at" label="Expires" error={about('expires_at')}>
            {EXPIRIES.map(({ days, label }) => (
              <option key={label} value={days ?? ''}>
                {label}
              </option>
            ))}
          </SelectField>
          <SelectField
            name="scope"
            label="May call"
            help="A program that only asks for decisions needs no more. This cannot be changed later."
            error={about('scope')}
          >
            <option value="">Everything that its tier includes</option>
            {KEY_SCOPES.map((scope) => (
              <option key={scope} value={scope}>
                {SCOPE_WORDS[scope]}
              </option>
            ))}
          </SelectField>
          {(workspace?.pilot_enabled_at ?? null) === null ? null : (
            <CheckField name="agent_scope">
              For agents: the key can call the agent tools of the pilot.
            </CheckField>
          )}
        </>
      )}
      inputOf={createInput}
      done={(issued, { agent_scope = false, scope = null }) => (
        <IssuedKey issued={issued} forAgents={agent_scope} scope={scope} onClose={onClose} />
      )}
      onClose={onClose}
    />
  );
}

function createInput(form: FormData): InputOf<'keys.create'> {
  const limit = textOf(form, 'hourly_limit');
  const days = textOf(form, 'expires_at');
  const scope = textOf(form, 'scope') as KeyScope | undefined;
  return {
    name: textOf(form, 'name') ?? '',
    tier: String(form.get('tier')) as InputOf<'keys.create'>['tier'],
    ...(limit === undefined ? {} : { hourly_limit: Number(limit) }),
    ...(days === undefined ? {} : { expires_at: new Date(Date.now() + Number(days) * DAY).toISOString() }),
    ...(scope === undefined ? {} : { scope }),
    ...(form.get('agent_scope') === null ? {} : { agent_scope: true }),
  };
}

const GRACE = { 0: 'At once', 1: 'In an hour', 24: 'In 24 hours', 168: 'In 7 days' };

interface KeyProps {
  apiKey: Key;
  onClose: () => void;
}

export function RotateKey({ apiKey: { name, prefix, agent_scope, scope }, onClose }: KeyProps) {
  return (
    <ActDialog
      act="keys.rotate"
      changes={CHANGES}
      title={`Rotate ${name}?`}
      submit={`Rotate ${name}`}
      busy="Rotating…"
      fields={(about) => (
        <SelectField
          name="grace_hours"
          label="When the old key ends"
          help="Its callers get 401 from then on."
          error={about('grace_hours')}
          defaultValue={24}
          autoFocus
        >
          {Object.entries(GRACE).map(([hours, label]) => (
            <option key={hours} value={hours}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      inputOf={(form) => ({ key: prefix, grace_hours: Number(form.get('grace_hours')) })}
      done={(issued) => <IssuedKey issued={issued} forAgents={agent_scope} scope={scope} onClose={onClose} />}
      onClose={onClose}
    />
  );
}

type Tier = InputOf<'keys.upgrade'>['tier'];

/** Gives a key the tier of its workspace. */
export function UpgradeKey({ apiKey, tier, onClose }: KeyProps & { tier: Tier }) {
  const { name, prefix, effective_tier } = apiKey;
  return (
    <ActDialog
      act="keys.upgrade"
      changes={CHANGES}
      title={`Upgrade ${name} to ${tierName(tier)}?`}
      lead={`Its requests count towards ${tierName(tier)} instead of ${tierName(effective_tier)}, from the next one on. A key cannot be given a lower tier again: revoke it and create another.`}
      submit={`Upgrade ${name}`}
      busy="Upgrading…"
      inputOf={() => ({ key: prefix, tier })}
      onClose={onClose}
    />
  );
}

export function RevokeKey({ apiKey, onClose }: KeyProps) {
  const { name, prefix } = apiKey;
  return (
    <ActDialog
      act="keys.revoke"
      changes={CHANGES}
      title={`Revoke ${name}?`}
      isFinal
      cancel="Keep it"
      submit={
        <>
          <CrossGlyph /> Revoke {name}
        </>
      }
      busy="Revoking…"
      fields={() => (
        <>
          <p className="plain">
            Callers of <span className="mono">{prefix}</span> get 401 from now on, and the key cannot be
            brought back.
          </p>
          <p className="plain">
            <LastUse apiKey={apiKey} />
          </p>
        </>
      )}
      inputOf={() => ({ key: prefix })}
      onClose={onClose}
    />
  );
}

interface IssuedKeyProps {
  /** The key is null if the answer that had it was lost on the way. */
  issued: { name: string; key: string | null; tier: string };
  /** Whether the agent's configuration is among the ready lines. */
  forAgents: boolean;
  /** The ready lines and the first request are reads, which a key with a scope may not make. */
  scope: KeyScope | null;
  onClose: () => void;
}

/** A key that was just issued: shown once, with lines that are ready to use, and a first request. */
function IssuedKey({ issued: { name, key, tier }, forAgents, scope, onClose }: IssuedKeyProps) {
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
      {scope !== null ? null : (
        <>
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
        </>
      )}
    </SecretDialog>
  );
}

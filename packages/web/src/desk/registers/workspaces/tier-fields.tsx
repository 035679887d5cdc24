// The tier of a workspace, and the entitlements of a custom contract.

import { ENTITLEMENTS, TIERS, type Tier } from '@rf-indicators/contract/tiers';
import { useState } from 'react';
import type { About } from '../../../ui/act-dialog.tsx';
import { CheckField, SelectField } from '../../../ui/field.tsx';
import { tierName } from '../../../ui/format.ts';
import styles from '../registers.module.css';
import { ENTITLEMENT_WORDS, type Workspace } from './workspace.ts';

interface TierFieldsProps {
  about: About;
  given?: Pick<Workspace, 'tier' | 'entitlements'>;
}

export function TierFields({ about, given }: TierFieldsProps) {
  const [tier, setTier] = useState<Tier>(given?.tier ?? 'PROFESSIONAL');
  return (
    <>
      <SelectField
        name="tier"
        label="Tier"
        error={about('tier')}
        value={tier}
        onChange={({ target }) => setTier(target.value as Tier)}
      >
        {TIERS.map((one) => (
          <option key={one} value={one}>
            {tierName(one)}
          </option>
        ))}
      </SelectField>
      {tier === 'CUSTOM' ? (
        <fieldset className={styles.checks}>
          <legend>What the contract entitles to</legend>
          {ENTITLEMENTS.map((entitlement) => (
            <CheckField
              key={entitlement}
              name="entitlements"
              value={entitlement}
              defaultChecked={given?.entitlements.includes(entitlement) ?? entitlement === 'scores'}
            >
              {ENTITLEMENT_WORDS[entitlement]}
            </CheckField>
          ))}
        </fieldset>
      ) : null}
    </>
  );
}

export function tierOf(form: FormData): Pick<Workspace, 'tier'> & Partial<Pick<Workspace, 'entitlements'>> {
  const tier = String(form.get('tier')) as Tier;
  return tier === 'CUSTOM'
    ? { tier, entitlements: form.getAll('entitlements').map(String) as Workspace['entitlements'] }
    : { tier };
}

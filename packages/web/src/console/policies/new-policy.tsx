// A new policy begins from a template, or empty.

import { POLICY_TEMPLATES, type PolicyTemplate } from '@rf-indicators/contract/policy-templates';
import { useState } from 'react';
import { ActDialog, textOf } from '../../ui/act-dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import styles from './policies.module.css';

interface NewPolicyProps {
  names: readonly string[];
  onSaved: (name: string) => void;
  onClose: () => void;
}

type Beginning = PolicyTemplate | 'empty';

export function NewPolicy({ names, onSaved, onClose }: NewPolicyProps) {
  const [begins, setBegins] = useState<Beginning>('lender');
  const template = begins === 'empty' ? null : POLICY_TEMPLATES[begins];
  return (
    <ActDialog
      act="policies.save"
      changes={['policies']}
      title="New policy"
      lead="It is saved as a draft, and decides nothing until it is activated."
      submit="Save the draft"
      busy="Saving…"
      fields={(about) => (
        <>
          <SelectField
            label="Begin with"
            value={begins}
            onChange={({ target }) => setBegins(target.value as Beginning)}
          >
            {(Object.keys(POLICY_TEMPLATES) as PolicyTemplate[]).map((name) => (
              <option key={name} value={name}>
                {POLICY_TEMPLATES[name].title}
              </option>
            ))}
            <option value="empty">no rules</option>
          </SelectField>
          {template === null ? null : (
            <div className={styles.template}>
              <p>{template.purpose}</p>
              <p>{template.not_when}</p>
            </div>
          )}
          <TextField
            key={begins}
            name="name"
            label="Name in calls"
            help="Small letters, digits and underscores. It cannot be changed later."
            error={about('name') ?? about('document')}
            defaultValue={template === null ? '' : template.document.name}
            pattern="[a-z][a-z0-9_]*"
            title="Small letters, digits and underscores"
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            mono
            required
          />
        </>
      )}
      check={(form): Record<string, string> => {
        const name = textOf(form, 'name') ?? '';
        if (!/^[a-z][a-z0-9_]*$/.test(name))
          return { name: 'Write a name of small letters, digits and underscores.' };
        return names.includes(name) ? { name: 'There is a policy of this name already.' } : {};
      }}
      inputOf={(form) => ({ document: { ...(template?.document ?? EMPTY), name: textOf(form, 'name')! } })}
      onDone={({ name }) => onSaved(name)}
      onClose={onClose}
    />
  );
}

const EMPTY = {
  format: 'rf-policy-1',
  version: 1,
  scope: 'all',
  frameworks: ['RF Framework v1.0'],
  verified_within_hours: 48,
  valid_minutes: 15,
  rules: [],
  exceptions: [],
};

// Exposure that exists already can have rules of its own, and days to leave after a downgrade.

import type { Policy, PolicyFinding, Rule } from '@rf-indicators/engine';
import { CheckField, TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/section.tsx';
import styles from './policies.module.css';
import type { Problem } from './policy.ts';
import { Rules } from './rules.tsx';
import { wholeNumber } from './settings.tsx';

interface ExistingProps {
  document: Policy;
  problems: readonly Problem[];
  findings: readonly PolicyFinding[];
  onChange: ((document: Policy) => void) | null;
  onRules: ((rules: Rule[], renamed?: readonly [string, string]) => void) | null;
  onJson: () => void;
}

export function Existing({ document, problems, findings, onChange, onRules, onJson }: ExistingProps) {
  const { existing, ...rest } = document;
  const wrongDays = problems.find(({ pointer }) => pointer === '/existing/cure_days')?.message ?? null;
  return (
    <Section title="Exposure that you have already">
      <div className={styles.form}>
        <CheckField
          checked={existing !== undefined}
          disabled={onChange === null}
          onChange={({ target }) =>
            onChange?.(target.checked ? { ...rest, existing: { rules: [], cure_days: 0 } } : rest)
          }
        >
          It has rules of its own. Without them, the same rules hold for both.
        </CheckField>
        {existing === undefined ? null : (
          <>
            <TextField
              label="Days to cure"
              help="For so many days after a downgrade, a rule that blocks asks for a review instead."
              error={wrongDays}
              inputMode="numeric"
              defaultValue={String(existing.cure_days)}
              readOnly={onChange === null}
              onChange={({ target }) =>
                onChange?.({ ...document, existing: { ...existing, cure_days: wholeNumber(target.value) } })
              }
            />
            <Rules
              label="Rules for exposure that exists"
              rules={existing.rules}
              pointer="/existing/rules"
              problems={problems}
              findings={findings}
              holds={() => ''}
              otherwise=""
              onChange={onRules}
              onJson={onJson}
            />
          </>
        )}
      </div>
    </Section>
  );
}

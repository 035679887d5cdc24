// The settings of the two-person rule. To change one is requested, and another person approves it.

import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { count, inWords } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { useStaff } from '../staff.ts';

interface Rule {
  name: string;
  value: number;
  about: string;
  set_at: string | null;
}

export function Rules() {
  const person = useStaff();
  const rules = useRead('rules.list', {});
  const [changing, setChanging] = useState<Rule | null>(null);
  const may = person.roles.some((role) => role === 'operator' || role === 'chief_risk_officer');
  return (
    <Section title="Settings of the two-person rule" note="No setting switches the rule off.">
      <ProblemBox error={rules.error} onRetry={() => void rules.refetch()} />
      <Table<Rule>
        label="Settings of the two-person rule"
        // Those of the committee have a table of their own.
        rows={rules.data?.data.filter(({ name }) => !name.startsWith('committee_'))}
        keyOf={({ name }) => name}
        empty="There are no settings."
        columns={[
          { head: 'Setting', cell: ({ name }) => sentence(inWords(name)) },
          { head: 'Value', isFigure: true, cell: ({ value }) => count(value) },
          { head: 'Meaning', isMinor: 'plain', cell: ({ about }) => about },
          {
            head: 'Changed',
            isFixed: true,
            isMinor: true,
            isExtra: true,
            cell: ({ set_at }) => (set_at === null ? 'never' : <Instant at={set_at} />),
          },
          {
            head: '',
            cell: (rule) => (
              <Button
                kind="quiet"
                notAllowed={may ? null : 'Changing it requires the operator or chief risk officer role.'}
                onPress={() => setChanging(rule)}
              >
                Change…
              </Button>
            ),
          },
        ]}
      />
      {changing === null ? null : <ChangeRule rule={changing} onClose={() => setChanging(null)} />}
    </Section>
  );
}

function ChangeRule({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  return (
    <ActDialog
      act="rules.set"
      changes={['requests', 'rules']}
      title={`Request another value for ${inWords(rule.name)}?`}
      lead={`${rule.about} It changes when another person approves the request.`}
      submit="Request"
      busy="Requesting…"
      fields={(about) => (
        <TextField
          name="value"
          label="Value"
          type="number"
          required
          autoFocus
          defaultValue={rule.value}
          error={about('value')}
        />
      )}
      inputOf={(form) => ({ name: rule.name, value: Number(form.get('value')) })}
      onClose={onClose}
    />
  );
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

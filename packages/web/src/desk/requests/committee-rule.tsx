// The rule of the committee: quorum, chair, deputy, independence and names. To change it is requested, and another person
// approves it. A change binds the runs that are drafted afterwards.

import { type ReactNode, useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { count, plural } from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { useStaff } from '../staff.ts';

const CHANGES = ['requests', 'rules', 'committee'];
const LATER = 'It changes when another person approves the request, and binds what is drafted afterwards.';

type Office = 'chair' | 'deputy';
type Setting = 'quorum' | 'independence' | 'names_public' | Office;

interface Row {
  setting: Setting;
  name: string;
  value: string;
  about: string;
}

export function CommitteeRule() {
  const person = useStaff();
  const { data: rule, error, refetch } = useRead('committee.rule', {});
  const [changing, setChanging] = useState<Setting | null>(null);
  const may = person.roles.some((role) => role === 'operator' || role === 'chief_risk_officer');
  const close = () => setChanging(null);
  const rows: Row[] | undefined = rule && [
    {
      setting: 'quorum',
      name: 'Quorum',
      value: plural(rule.quorum, 'vote'),
      about:
        'How many votes a matter needs. Never fewer than two; fewer than set if the staff has fewer voters.',
    },
    {
      setting: 'chair',
      name: 'Chair',
      value: rule.chair?.name ?? 'nobody',
      about: rule.is_chair_by_office
        ? 'The chief risk officer, because nobody is named. A change of band needs the vote of the chair for it.'
        : 'A change of band needs the vote of the chair for it.',
    },
    {
      setting: 'deputy',
      name: 'Deputy',
      value: rule.deputy?.name ?? 'nobody',
      about: 'Takes the chair where the chair is recused.',
    },
    {
      setting: 'independence',
      name: 'Independence',
      value: rule.independence ? 'required' : 'not required',
      about:
        'A first indicator, a change of band and a correction need a vote for it of somebody who proposed and approved none of the changed values. If it is not required, every indicator says so.',
    },
    {
      setting: 'names_public',
      name: 'Names of voters',
      value: rule.names_public ? 'public' : 'not public',
      about: 'Whether readers see who voted.',
    },
  ];
  return (
    <Section
      title="Rule of the committee"
      note={
        rule === undefined
          ? 'Who votes, and what a decision needs.'
          : `${count(rule.voters.length)} people vote: ${rule.voters.map(({ name }) => name).join(', ')}.`
      }
    >
      <ProblemBox error={error} onRetry={() => void refetch()} />
      <Table<Row>
        label="Rule of the committee"
        rows={rows}
        keyOf={({ setting }) => setting}
        empty="There is no rule."
        columns={[
          { head: 'Setting', cell: ({ name }) => name },
          { head: 'Value', isFixed: true, cell: ({ value }) => value },
          { head: 'Meaning', isMinor: 'plain', cell: ({ about }) => about },
          {
            head: '',
            cell: ({ setting }) => (
              <Button
                kind="quiet"
                notAllowed={may ? null : 'Changing it requires the operator or chief risk officer role.'}
                onPress={() => setChanging(setting)}
              >
                Change…
              </Button>
            ),
          },
        ]}
      />
      {changing === null || rule === undefined ? null : changing === 'chair' || changing === 'deputy' ? (
        <Appoint office={changing} voters={rule.voters} onClose={close} />
      ) : changing === 'quorum' ? (
        <SetRule
          name="committee_quorum"
          title="Request another quorum?"
          field={(about) => (
            <TextField
              name="value"
              label="Votes"
              type="number"
              min={2}
              max={15}
              required
              autoFocus
              defaultValue={rule.quorum}
              error={about('value')}
            />
          )}
          onClose={close}
        />
      ) : (
        <SetRule
          name={`committee_${changing}`}
          {...SWITCHES[changing][rule[changing] ? 'on' : 'off']}
          value={rule[changing] ? 0 : 1}
          onClose={close}
        />
      )}
    </Section>
  );
}

interface Switch {
  title: string;
  lead: string;
}

/** By what holds now. */
const SWITCHES: Readonly<Record<'independence' | 'names_public', Readonly<Record<'on' | 'off', Switch>>>> = {
  independence: {
    on: {
      title: 'Request to switch independence off?',
      lead: 'Indicators can then be decided by the people who proposed and approved their values, and every indicator says so.',
    },
    off: {
      title: 'Request to require independence?',
      lead: 'A first indicator, a change of band and a correction then need a vote for it of somebody who proposed and approved none of the changed values.',
    },
  },
  names_public: {
    on: { title: 'Request to hide the names of voters?', lead: 'Readers no longer see who voted.' },
    off: {
      title: 'Request to publish the names of voters?',
      lead: 'Readers see who voted, and how, on what is drafted from then on.',
    },
  },
};

interface SetRuleProps {
  name: string;
  title: string;
  lead?: string;
  /** Without a field. */
  value?: number;
  field?: (about: (member: string) => string | null) => ReactNode;
  onClose: () => void;
}

function SetRule({ name, title, lead, value, field, onClose }: SetRuleProps) {
  return (
    <ActDialog
      act="rules.set"
      changes={CHANGES}
      title={title}
      lead={lead === undefined ? LATER : `${lead} ${LATER}`}
      submit="Request"
      busy="Requesting…"
      {...(field === undefined ? {} : { fields: field })}
      inputOf={(form) => ({ name, value: value ?? Number(form.get('value')) })}
      onClose={onClose}
    />
  );
}

interface AppointProps {
  office: Office;
  voters: readonly { staff_id: string; name: string }[];
  onClose: () => void;
}

function Appoint({ office, voters, onClose }: AppointProps) {
  return (
    <ActDialog
      act="committee.appoint"
      changes={CHANGES}
      title={`Request another ${office}?`}
      lead={LATER}
      submit="Request"
      busy="Requesting…"
      fields={(about) => (
        <SelectField name="person" label="Person" autoFocus error={about('person')}>
          {voters.map(({ staff_id, name }) => (
            <option key={staff_id} value={staff_id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      inputOf={(form) => ({ office, person: String(form.get('person')) })}
      onClose={onClose}
    />
  );
}

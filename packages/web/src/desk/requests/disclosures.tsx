// The register of disclosures, which are published with every indicator: an entry for all providers, and those of single
// ones. Two people change it.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { ActDialog, missing, textOf } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { AreaField, SelectField } from '../../ui/field.tsx';
import { Day } from '../../ui/instant.tsx';
import { Acts } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { notAllowedUnless } from '../allowed.ts';
import { useStaff } from '../staff.ts';

type Entry = AnswerOf<'disclosures.list'>['data'][number];
type Changing = { entry: Entry | null; forAll: boolean };

const TEXTS = [
  { member: 'team', label: 'Responsible team' },
  { member: 'conflicts', label: 'Conflicts declared' },
  { member: 'handling', label: 'How they were handled' },
  { member: 'sources', label: 'Sources of information' },
  { member: 'limits', label: 'What the framework does not measure' },
] as const;

export function Disclosures() {
  const { data, error, refetch } = useRead('disclosures.list', {});
  const [changing, setChanging] = useState<Changing | null>(null);
  const notAllowed = notAllowedUnless(useStaff(), ['operator', 'reviewer', 'chief_risk_officer']);
  const hasAll = data?.data.some(({ provider_id }) => provider_id === null) ?? true;
  return (
    <Section
      title="Disclosures"
      note="Published with every indicator. An entry of a provider says only what differs from the entry for all."
    >
      <ProblemBox error={error} onRetry={() => void refetch()} />
      <Table<Entry>
        label="Disclosures"
        rows={data?.data}
        keyOf={({ provider_id }) => provider_id ?? 'all'}
        empty="Nothing is disclosed yet. Indicators are published without disclosures until there is an entry for all providers."
        columns={[
          { head: 'Of', cell: ({ name }) => name ?? 'All providers' },
          { head: 'Responsible', isMinor: 'plain', cell: ({ team }) => team ?? '' },
          { head: 'Asked for', isFixed: true, isMinor: true, cell: ({ solicited }) => yesOrNo(solicited) },
          { head: 'Paid', isFixed: true, isMinor: true, cell: ({ paid }) => yesOrNo(paid) },
          { head: 'Conflicts', isMinor: 'plain', isExtra: true, cell: ({ conflicts }) => conflicts ?? '' },
          { head: 'Since', isFixed: true, isMinor: true, cell: ({ set_at }) => <Day at={set_at} /> },
          {
            head: '',
            cell: (entry) => (
              <Button
                kind="quiet"
                label={`Change the disclosures of ${entry.name ?? 'all providers'}…`}
                notAllowed={notAllowed}
                onPress={() => setChanging({ entry, forAll: entry.provider_id === null })}
              >
                Change…
              </Button>
            ),
          },
        ]}
      />
      <Acts>
        {hasAll ? null : (
          <Button notAllowed={notAllowed} onPress={() => setChanging({ entry: null, forAll: true })}>
            Disclose for all providers…
          </Button>
        )}
        <Button notAllowed={notAllowed} onPress={() => setChanging({ entry: null, forAll: false })}>
          Disclose for one provider…
        </Button>
      </Acts>
      {changing === null ? null : <Change {...changing} onClose={() => setChanging(null)} />}
    </Section>
  );
}

function yesOrNo(answer: boolean | undefined): string {
  if (answer === undefined) return '';
  return answer ? 'yes' : 'no';
}

/** An entry replaces the earlier one. Without an answer, that of all providers holds. */
function Change({ entry, forAll, onClose }: Changing & { onClose: () => void }) {
  const providers = useRead('providers.list', { limit: 1000 }).data?.data ?? [];
  const isNew = entry === null && !forAll;
  return (
    <ActDialog
      act="disclosures.set"
      changes={['disclosures', 'requests']}
      title={
        isNew
          ? 'Request the disclosures of a provider?'
          : `Request other disclosures of ${entry?.name ?? 'all providers'}?`
      }
      lead="They are published when another person approves the request."
      wide
      submit="Request"
      busy="Requesting…"
      fields={(about) => (
        <>
          {isNew ? (
            <SelectField name="provider" label="Provider" error={about('provider')} autoFocus>
              <option value="">Choose a provider</option>
              {providers.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </SelectField>
          ) : null}
          {TEXTS.map(({ member, label }) => (
            <AreaField
              key={member}
              name={member}
              label={label}
              rows={2}
              maxLength={2000}
              defaultValue={entry?.[member] ?? ''}
              error={about(member)}
            />
          ))}
          <YesOrNo
            name="solicited"
            label="Did the provider ask for it?"
            {...{ forAll, given: entry?.solicited }}
          />
          <YesOrNo name="paid" label="Does the provider pay for it?" {...{ forAll, given: entry?.paid }} />
          <AreaField
            name="reason"
            label="Reason of the change"
            rows={2}
            maxLength={2000}
            error={about('reason')}
          />
        </>
      )}
      check={(form) => ({
        ...(isNew ? missing(form, { provider: 'Choose a provider.' }) : {}),
        ...(forAll
          ? missing(form, Object.fromEntries(TEXTS.map(({ member }) => [member, 'Every indicator says it.'])))
          : {}),
        ...missing(form, { reason: 'Write why it changes.' }),
      })}
      inputOf={(form) => {
        const provider = entry?.slug ?? textOf(form, 'provider');
        return {
          ...(provider == null ? {} : { provider }),
          ...Object.fromEntries(
            TEXTS.flatMap(({ member }) => {
              const text = textOf(form, member);
              return text === undefined ? [] : [[member, text]];
            }),
          ),
          ...answerIn(form, 'solicited'),
          ...answerIn(form, 'paid'),
          reason: textOf(form, 'reason')!,
        };
      }}
      onClose={onClose}
    />
  );
}

interface YesOrNoProps {
  name: string;
  label: string;
  forAll: boolean;
  given: boolean | undefined;
}

function YesOrNo({ name, label, forAll, given }: YesOrNoProps) {
  return (
    <SelectField name={name} label={label} defaultValue={given === undefined ? '' : yesOrNo(given)}>
      {forAll ? null : <option value="">As for all providers</option>}
      <option value="no">no</option>
      <option value="yes">yes</option>
    </SelectField>
  );
}

function answerIn(form: FormData, name: string): Record<string, boolean> {
  const answer = form.get(name);
  return answer === '' ? {} : { [name]: answer === 'yes' };
}

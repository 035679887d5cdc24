// The keys of chief risk officers, whose sign-offs are accepted. The private keys never come here.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { ActDialog, textOf } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Acts } from '../../ui/panel.tsx';
import { Section } from '../../ui/section.tsx';
import { State } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import { notAllowedUnless } from '../allowed.ts';
import { useOpenRequests, Waiting, wordsOf } from '../registers/requested.tsx';
import { useStaff } from '../staff.ts';
import { MakeKey } from './signing/make-key.tsx';

type OfficerKey = AnswerOf<'officer_keys.list'>['data'][number];

const SECOND = 'A second person approves it on the page Requests.';

export function OfficerKeys() {
  const keys = useRead('officer_keys.list', {}).data?.data;
  const staff = useRead('staff.list', { limit: 1000 }).data?.data ?? [];
  const [asking, setAsking] = useState<'enrol' | 'make' | OfficerKey | null>(null);
  const person = useStaff();
  const requests = useOpenRequests().filter(({ act }) => act.startsWith('officer_keys.'));
  const notEnrol = notAllowedUnless(person, ['operator']);
  const notRetire = notAllowedUnless(person, ['operator', 'chief_risk_officer']);
  const close = () => setAsking(null);
  return (
    <Section title="Keys of chief risk officers">
      {requests.map((request) => (
        <Waiting key={request.id} request={request} words={`${wordsOf(request)} ${request.subject}`} />
      ))}
      <Table
        label="Keys of chief risk officers"
        columns={[
          { head: 'Key', cell: ({ key_id }) => <span className="mono">{key_id}</span> },
          { head: 'Officer', isMinor: 'plain', cell: ({ officer }) => officer },
          { head: 'Enrolled', isFixed: true, isMinor: true, instant: ({ enrolled_at }) => enrolled_at },
          {
            head: 'State',
            isFixed: true,
            cell: ({ retired_at }) =>
              retired_at === null ? <State kind="good">signs</State> : <State kind="off">retired</State>,
          },
          {
            head: '',
            isFixed: true,
            cell: (key) =>
              key.retired_at === null ? (
                <Button
                  kind="quiet"
                  label={`Retire the key ${key.key_id}…`}
                  notAllowed={notRetire}
                  onPress={() => setAsking(key)}
                >
                  Retire…
                </Button>
              ) : null,
          },
        ]}
        rows={keys}
        keyOf={({ key_id }) => key_id}
        empty="No key is enrolled yet: no framework can be signed. A chief risk officer makes one here, or with rf keygen."
      />
      <Acts>
        {person.roles.includes('chief_risk_officer') ? (
          <Button onPress={() => setAsking('make')}>Make your key…</Button>
        ) : null}
        <Button notAllowed={notEnrol} onPress={() => setAsking('enrol')}>
          Enrol a key…
        </Button>
      </Acts>
      {notEnrol === null ? null : <p className="plain muted">{`To enrol a key, ${notEnrol}.`}</p>}
      {asking === 'enrol' ? (
        <ActDialog
          act="officer_keys.enrol"
          changes={['officer_keys', 'requests']}
          title="Enrol the key of a chief risk officer"
          lead={`Ask the officer for the public key, in person or by telephone. ${SECOND}`}
          submit="Request it"
          busy="Sending…"
          fields={(about) => (
            <>
              <SelectField name="officer" label="Officer" error={about('officer')} required>
                {staff
                  .filter(({ roles }) => roles.includes('chief_risk_officer'))
                  .map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
              </SelectField>
              <TextField
                name="public_key"
                label="Public key"
                help="As rf keygen writes it into the file that ends in .pub."
                error={about('public_key')}
                mono
                required
                maxLength={1000}
              />
            </>
          )}
          inputOf={(form) => ({
            officer: textOf(form, 'officer') ?? '',
            public_key: textOf(form, 'public_key') ?? '',
          })}
          onClose={close}
        />
      ) : null}
      {asking === 'make' ? <MakeKey onClose={close} /> : null}
      {asking === null || asking === 'enrol' || asking === 'make' ? null : (
        <ActDialog
          act="officer_keys.retire"
          changes={['officer_keys', 'requests']}
          title={`Retire the key ${asking.key_id}?`}
          lead={`New sign-offs with it are refused; earlier ones stay valid. ${SECOND} Your own key is retired at once.`}
          isFinal
          submit="Retire it"
          busy="Sending…"
          inputOf={() => ({ key_id: asking.key_id })}
          onClose={close}
        />
      )}
    </Section>
  );
}

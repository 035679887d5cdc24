// The mail server and the OIDC provider: what two people confirmed, and what the settings of the service say.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { ActDialog, textOf } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Day } from '../../ui/instant.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { State } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import { notAllowedUnless } from '../allowed.ts';
import { useStaff } from '../staff.ts';
import styles from './requests.module.css';

type Server = AnswerOf<'servers.list'>['data'][number];
type Identity = { address: string | null; used_as: string | null } | null;

const KINDS = {
  mail: { name: 'Mail server', as: 'Sender', help: 'smtp://HOST:PORT or smtps://HOST:PORT' },
  provider: { name: 'OIDC provider', as: 'Client id', help: 'The https address of the issuer' },
};

const BASES = {
  founding: 'set by the founder',
  as_found: 'taken as found',
  two_people: 'confirmed',
};

export function Servers() {
  const servers = useRead('servers.list', {});
  const [changing, setChanging] = useState<Server | null>(null);
  const notAllowed = notAllowedUnless(useStaff(), ['operator', 'chief_risk_officer']);
  return (
    <Section
      title="Mail server and OIDC provider"
      note="Whoever chooses them could sign in as anybody, so two people do."
    >
      <ProblemBox error={servers.error} onRetry={() => void servers.refetch()} />
      <Table<Server>
        label="Mail server and OIDC provider"
        rows={servers.data?.data}
        keyOf={({ kind }) => kind}
        empty=""
        columns={[
          { head: 'What', isFixed: true, cell: ({ kind }) => KINDS[kind].name },
          {
            head: 'Confirmed',
            cell: ({ confirmed, configured, status }) => (
              <>
                <Named server={confirmed} />
                {confirmed === null || confirmed.address === null ? null : (
                  <span className={styles.since}>
                    {BASES[confirmed.basis]} on <Day at={confirmed.set_at} />
                  </span>
                )}
                {status !== 'differs' ? null : (
                  <span className={styles.configured}>
                    In the settings: <Named server={configured} />
                  </span>
                )}
              </>
            ),
          },
          { head: 'State', isFixed: true, cell: ({ status }) => <Status status={status} /> },
          {
            head: '',
            cell: (server) => (
              <Button
                kind="quiet"
                label={`Change the ${KINDS[server.kind].name}…`}
                notAllowed={notAllowed}
                onPress={() => setChanging(server)}
              >
                Change…
              </Button>
            ),
          },
        ]}
      />
      {changing === null ? null : <ChangeServer server={changing} onClose={() => setChanging(null)} />}
    </Section>
  );
}

function Named({ server }: { server: Identity }) {
  if (server === null || server.address === null) return 'none';
  return (
    <span className={styles.server}>
      {server.address}
      <span className={styles.since}>{server.used_as}</span>
    </span>
  );
}

function Status({ status }: { status: Server['status'] }) {
  if (status === 'confirmed') return <State kind="good">in use</State>;
  if (status === 'unset') return <State kind="off">not set</State>;
  return <State kind="failed">not used</State>;
}

function ChangeServer({ server, onClose }: { server: Server; onClose: () => void }) {
  const { kind, configured, confirmed } = server;
  const { name, as, help } = KINDS[kind];
  const now = configured ?? confirmed;
  return (
    <ActDialog
      act="servers.set"
      changes={['requests', 'servers']}
      title={`Request another ${kind === 'mail' ? 'mail server' : name}?`}
      lead="It may be used when another person approves the request, if the settings of the service name the same."
      submit="Request"
      busy="Requesting…"
      fields={(about) => (
        <>
          <TextField
            name="address"
            label="Address"
            help={`${help}. Leave both fields empty to allow none.`}
            mono
            autoFocus
            defaultValue={now?.address ?? ''}
            error={about('address')}
          />
          <TextField name="used_as" label={as} defaultValue={now?.used_as ?? ''} error={about('used_as')} />
        </>
      )}
      inputOf={(form) => {
        const [address, used_as] = [textOf(form, 'address'), textOf(form, 'used_as')];
        return { kind, ...(address ? { address } : {}), ...(used_as ? { used_as } : {}) };
      }}
      onClose={onClose}
    />
  );
}

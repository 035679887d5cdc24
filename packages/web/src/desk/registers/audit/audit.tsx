// The audit trail of the service: who did what, when and how; filtered by the server, with all of it as CSV.

import type { AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { useList, useRead } from '../../../api/acts.ts';
import { sentenceOf } from '../../../ui/audit-sentences.ts';
import { Button } from '../../../ui/button.tsx';
import { Code } from '../../../ui/code.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { FilterChoice, FilterDate, FilterText } from '../../../ui/filters.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { NotApplicable } from '../../../ui/not-applicable.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Section } from '../../../ui/section.tsx';
import type { Column } from '../../../ui/table.tsx';
import { count, instant, utcInstant } from '../../../ui/words.ts';
import { REGISTERS } from '../names.ts';
import { Register } from '../register.tsx';
import { dayEnd, dayStart, useRegisterSearch } from '../search.ts';

type AuditRecord = AnswerOf<'audit.list'>['data'][number];

export function Audit() {
  const searching = useRegisterSearch(REGISTERS.audit);
  const { search, set } = searching;
  const filter = filterOf(search);
  const staff = useRead('staff.list', { all: true, limit: 1000 }).data?.data ?? [];
  return (
    <Register
      title="Audit"
      note="What people and the service did, newest first"
      what="record"
      pages={useList('audit.list', filter)}
      columns={COLUMNS}
      keyOf={({ seq }) => String(seq)}
      labelOf={(record) => `${instant(record.at)}, show the record: ${whoOf(record)}, ${sentenceOf(record)}`}
      searching={searching}
      csv={<a href={csvOf(filter)}>CSV</a>}
      filters={
        <>
          <FilterText label="Text in the record" value={search.text} onChange={(text) => set({ text })} />
          <FilterChoice
            label="Who"
            value={search.actor}
            options={{
              '': 'everybody',
              service: 'the service',
              ...Object.fromEntries(staff.map(({ id, name }) => [id, name])),
              // A member or somebody whose name was erased, named by a link.
              ...(search.actor === '' ? {} : { [search.actor]: nameOf(search.actor, staff) }),
            }}
            onChange={(actor) => set({ actor })}
          />
          <FilterChoice
            label="About"
            value={search.about}
            options={ABOUT}
            onChange={(about) => set({ about })}
          />
          <FilterText
            label="Subject: a slug or a name"
            value={search.subject}
            onChange={(subject) => set({ subject })}
          />
          <FilterDate label="From" value={search.from} onChange={(from) => set({ from })} />
          <FilterDate label="To" value={search.to} onChange={(to) => set({ to })} />
        </>
      }
      empty="Nothing is on record yet."
      panel={(record, onClose) => <RecordPanel key={record.seq} record={record} onClose={onClose} />}
    />
  );
}

function nameOf(actor: string, staff: readonly { id: string; name: string }[]): string {
  return actor === 'service'
    ? 'the service'
    : (staff.find(({ id }) => id === actor)?.name ?? 'somebody else');
}

const ABOUT = {
  '': 'everything',
  'inputs.': 'inputs',
  'run.': 'runs',
  'provider.': 'providers',
  'methodology.': 'frameworks',
  'staff.': 'staff',
  'request.': 'requests',
  'sign_in.': 'sign-ins',
  'workspace.': 'workspaces',
  'key.': 'keys',
  'webhook.': 'webhooks',
  'issuance.': 'issuances',
  'score_request.': 'score requests',
  'incident.': 'incidents',
  'signing_key.': 'signing keys',
  'document.': 'documents',
};

type Search = Record<(typeof REGISTERS.audit)[number], string>;
type Filter = Omit<InputOf<'audit.list'>, 'limit' | 'cursor'>;

/** Without what is not filtered by. */
function filterOf({ actor, about, subject, from, to, text }: Search): Filter {
  const [since, until] = [from === '' ? undefined : dayStart(from), to === '' ? undefined : dayEnd(to)];
  return {
    newest_first: true,
    ...(actor === '' ? {} : { actor }),
    ...(about === '' ? {} : { action: about }),
    ...(subject.trim() === '' ? {} : { subject: subject.trim() }),
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(since === undefined ? {} : { from: since }),
    ...(until === undefined ? {} : { to: until }),
  };
}

/** All that the filters match, not only the pages that were read. */
function csvOf(filter: Filter): string {
  const query = Object.entries(filter).map(([name, value]) => [name, String(value)]);
  return `/console/audit.csv?${new URLSearchParams(query)}`;
}

const COLUMNS: Column<AuditRecord>[] = [
  { head: 'Date', isFixed: true, cell: ({ at }) => <Instant at={at} /> },
  { head: 'Who', isMinor: 'plain', cell: whoOf },
  { head: 'What', isMinor: 'plain', cell: (record) => sentenceOf(record) },
  { head: 'How', isFixed: true, isMinor: 'plain', cell: (record) => howOf(record) ?? <NotApplicable /> },
];

function whoOf({ actor, actor_name, workspace }: AuditRecord): string {
  if (actor === 'service') return 'The service';
  const name = actor_name ?? 'Somebody who left';
  return workspace === null ? name : `${name}, ${workspace}`;
}

const VIA = { command: 'on the machine of the service', token: 'with a token', session: 'signed in' };

function howOf({ via }: AuditRecord): string | null {
  return via === null ? null : VIA[via];
}

function RecordPanel({ record, onClose }: { record: AuditRecord; onClose: () => void }) {
  const [isRaw, setRaw] = useState(false);
  return (
    <Panel
      title={sentenceOf(record)}
      facts={
        <>
          {whoOf(record)} · <Instant at={record.at} />
        </>
      }
      onClose={onClose}
    >
      <Section title="Record">
        <Facts
          facts={{
            Number: count(record.seq),
            Time: utcInstant(record.at),
            Who: whoOf(record),
            ...(record.via === null ? {} : { How: howOf(record) }),
          }}
        />
      </Section>
      <Section
        title="As stored"
        aside={
          <Button kind="quiet" onPress={() => setRaw(!isRaw)}>
            {isRaw ? 'Hide' : 'Show'}
          </Button>
        }
      >
        {isRaw ? (
          <Code text={JSON.stringify(record, null, 2)} what="the record" />
        ) : (
          <p className="plain muted">What was there before and afterwards, with ids, as JSON.</p>
        )}
      </Section>
    </Panel>
  );
}

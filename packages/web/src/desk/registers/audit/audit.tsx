// The audit trail of the service: who did what, when and how; filtered by the server, with all of it as CSV.

import type { AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { useList, useRead } from '../../../api/acts.ts';
import { Register } from '../../../frame/register.tsx';
import { dayEnd, dayStart, type SearchOf, usePageSearch } from '../../../pages.ts';
import { sentenceOf } from '../../../ui/audit-sentences.ts';
import { instant } from '../../../ui/format.ts';
import { howOf, RecordPanel } from '../../../ui/record-panel.tsx';
import { type Column, NotApplicable } from '../../../ui/table.tsx';

type AuditRecord = AnswerOf<'audit.list'>['data'][number];

export function Audit() {
  const searching = usePageSearch('/desk/audit');
  const { search } = searching;
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
      openIn="open"
      csv={<a href={csvOf(filter)}>CSV</a>}
      filters={{
        text: 'Text in the record',
        actor: {
          label: 'Who',
          options: {
            '': 'everybody',
            service: 'the service',
            ...Object.fromEntries(staff.map(({ id, name }) => [id, name])),
            // A member or somebody whose name was erased, named by a link.
            ...(search.actor === '' ? {} : { [search.actor]: nameOf(search.actor, staff) }),
          },
        },
        about: { label: 'About', options: ABOUT },
        subject: 'Subject: a slug or a name',
        from: { day: 'From' },
        to: { day: 'To' },
      }}
      empty="Nothing is on record yet."
      panel={(record, onClose) => (
        <RecordPanel
          key={record.seq}
          record={record}
          who={whoOf(record)}
          sentence={sentenceOf(record)}
          onClose={onClose}
        />
      )}
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

type Search = SearchOf<'/desk/audit'>;
type Filter = Omit<InputOf<'audit.list'>, 'limit' | 'cursor'>;

/** Without what is not filtered by. */
function filterOf({ actor, about, subject, from, to, text }: Search): Filter {
  const [since, until] = [dayStart(from), dayEnd(to)];
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
  { head: 'Date', isFixed: true, instant: ({ at }) => at },
  { head: 'Who', isMinor: 'plain', cell: whoOf },
  { head: 'What', isMinor: 'plain', cell: (record) => sentenceOf(record) },
  { head: 'How', isFixed: true, isMinor: 'plain', cell: (record) => howOf(record) ?? <NotApplicable /> },
];

function whoOf({ actor, actor_name, workspace }: AuditRecord): string {
  if (actor === 'service') return 'The service';
  const name = actor_name ?? 'Somebody who left';
  return workspace === null ? name : `${name}, ${workspace}`;
}

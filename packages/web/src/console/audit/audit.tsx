// The audit trail of the workspace: who did what, when and how.

import type { AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { actingAs } from '../../api/acting-as.ts';
import { useList, useRead } from '../../api/acts.ts';
import { Register } from '../../frame/register.tsx';
import { dayEnd, dayStart, type SearchOf, usePageSearch } from '../../pages.ts';
import { type NameOf, sentenceOf } from '../../ui/audit-sentences.ts';
import { instant } from '../../ui/format.ts';
import { howOf, RecordPanel } from '../../ui/record-panel.tsx';
import { type Column, NotApplicable } from '../../ui/table.tsx';

type AuditRecord = AnswerOf<'workspaces.audit'>['data'][number];
type Search = SearchOf<'/console/$workspace/audit'>;

const ABOUT = {
  '': 'everything',
  'key.': 'keys',
  'webhook.': 'webhooks',
  'policy.': 'policies',
  'book.': 'books',
  'member.': 'members',
  'sign_in.': 'sign-ins',
  'terms.': 'terms',
  'workspace.': 'the workspace',
};

export function Audit() {
  const searching = usePageSearch('/console/$workspace/audit');
  const filter = filterOf(searching.search);
  const members = useRead('members.list', { all: true }).data?.data ?? [];
  const nameOf = useSubjectNames();
  const columns: Column<AuditRecord>[] = [
    { head: 'Date', isFixed: true, instant: ({ at }) => at },
    { head: 'Who', isMinor: 'plain', cell: whoOf },
    { head: 'What', isMinor: 'plain', cell: (record) => sentenceOf(record, nameOf) },
    { head: 'How', isFixed: true, isMinor: 'plain', cell: (record) => howOf(record) ?? <NotApplicable /> },
  ];
  return (
    <Register
      title="Audit"
      label="Audit trail"
      note="What members did, and what was done to the workspace"
      what="record"
      pages={useList('workspaces.audit', filter)}
      columns={columns}
      keyOf={({ seq }) => String(seq)}
      labelOf={(record) =>
        `${instant(record.at)}, show the record: ${whoOf(record)}, ${sentenceOf(record, nameOf)}`
      }
      searching={searching}
      openIn="record"
      csv={<a href={csvOf(filter)}>CSV</a>}
      filters={{
        actor: {
          label: 'Who',
          options: { '': 'everybody', ...Object.fromEntries(members.map(({ id, name }) => [id, name])) },
        },
        about: { label: 'About', options: ABOUT },
        from: { day: 'From' },
        to: { day: 'To' },
      }}
      empty={null}
      isEmpty={false}
      panel={(record, onClose) => (
        <RecordPanel
          key={record.seq}
          record={record}
          who={whoOf(record)}
          sentence={sentenceOf(record, nameOf)}
          onClose={onClose}
        />
      )}
    />
  );
}

const OTHERS = { operator: 'An operator of the service', service: 'The service' };

function whoOf({ by, actor_name }: AuditRecord): string {
  return by === 'member' ? (actor_name ?? 'A former member') : OTHERS[by];
}

/** The names of keys and endpoints, which records refer to by id. Of what still exists: a record says itself what was removed. */
function useSubjectNames(): NameOf {
  const keys = useRead('keys.list', { all: true }).data?.data ?? [];
  const endpoints = useRead('webhooks.list', {}).data?.data ?? [];
  const names = new Map<string, string>([
    ...keys.map(({ id, name }) => [`keys/${id}`, name] as const),
    ...endpoints.map(({ id, url }) => [`webhooks/${id}`, new URL(url).host] as const),
  ]);
  return (subject) => names.get(subject);
}

type AuditInput = Pick<InputOf<'workspaces.audit'>, 'actor' | 'action' | 'from' | 'to' | 'newest_first'>;

/** Without what is not filtered by. */
function filterOf({ actor, about, from, to }: Search): AuditInput {
  const [since, until] = [dayStart(from), dayEnd(to)];
  return {
    newest_first: true,
    ...(actor === '' ? {} : { actor }),
    ...(about === '' ? {} : { action: about }),
    ...(since === undefined ? {} : { from: since }),
    ...(until === undefined ? {} : { to: until }),
  };
}

/** All that the filters match, not only the pages that were read. */
function csvOf(filter: AuditInput): string {
  const query = Object.entries({ ...filter, acting_as: actingAs() }).map(([name, value]) => [
    name,
    String(value),
  ]);
  return `/console/workspace-audit.csv?${new URLSearchParams(query)}`;
}

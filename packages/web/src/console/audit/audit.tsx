// The audit trail of the workspace: who did what, when and how.

import { actingAs } from '../../api/acting-as.ts';
import { useList, useRead } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { sentenceOf } from '../../ui/audit-sentences.ts';
import { FilterChoice, FilterDate, Filters, NothingFound } from '../../ui/filters.tsx';
import { Instant } from '../../ui/instant.tsx';
import { List } from '../../ui/list.tsx';
import { NotApplicable } from '../../ui/not-applicable.tsx';
import { Split } from '../../ui/panel.tsx';
import type { Column } from '../../ui/table.tsx';
import { instant } from '../../ui/words.ts';
import { AuditPanel } from './audit-panel.tsx';
import { type AuditRecord, howOf, whoOf } from './record.ts';
import { type AuditSearching, filterOf, useAuditSearch } from './search.ts';
import { useSubjectNames } from './subject-names.ts';

export function Audit() {
  const searching = useAuditSearch();
  const filter = filterOf(searching.search);
  const pages = useList('workspaces.audit', filter);
  const nameOf = useSubjectNames();
  const openSeq = searching.search.record;
  const open = pages.entries?.find(({ seq }) => seq === openSeq);
  const columns: Column<AuditRecord>[] = [
    { head: 'Date', isFixed: true, cell: ({ at }) => <Instant at={at} /> },
    { head: 'Who', isMinor: 'plain', cell: whoOf },
    { head: 'What', isMinor: 'plain', cell: (record) => sentenceOf(record, nameOf) },
    {
      head: 'How',
      isFixed: true,
      isMinor: 'plain',
      cell: (record) => howOf(record) ?? <NotApplicable />,
    },
  ];
  return (
    <Split
      list={
        <>
          <Title title="Audit" note="What members did, and what was done to the workspace" />
          <AuditFilters {...searching} />
          <List
            label="Audit trail"
            pages={pages}
            columns={columns}
            keyOf={({ seq }) => String(seq)}
            empty={<NothingFound what="No record matches these filters." onClear={searching.clear} />}
            open={{
              isOpen: ({ seq }) => seq === openSeq,
              onOpen: ({ seq }) => searching.set({ record: seq === openSeq ? null : seq }),
              label: (record) =>
                `${instant(record.at)}, show the record: ${whoOf(record)}, ${sentenceOf(record, nameOf)}`,
            }}
          />
        </>
      }
      panel={
        open === undefined ? null : (
          <AuditPanel
            key={open.seq}
            record={open}
            sentence={sentenceOf(open, nameOf)}
            onClose={() => searching.set({ record: null })}
          />
        )
      }
    />
  );
}

const ABOUT = {
  '': 'everything',
  'key.': 'keys',
  'webhook.': 'webhooks',
  'member.': 'members',
  'sign_in.': 'sign-ins',
  'terms.': 'terms',
  'workspace.': 'the workspace',
};

function AuditFilters({ search, set }: AuditSearching) {
  const members = useRead('members.list', { all: true }).data?.data ?? [];
  return (
    <Filters aside={<a href={csvOf(search)}>CSV</a>}>
      <FilterChoice
        label="Who"
        value={search.actor}
        options={{ '': 'everybody', ...Object.fromEntries(members.map(({ id, name }) => [id, name])) }}
        onChange={(actor) => set({ actor })}
      />
      <FilterChoice label="About" value={search.about} options={ABOUT} onChange={(about) => set({ about })} />
      <FilterDate label="From" value={search.from} onChange={(from) => set({ from })} />
      <FilterDate label="To" value={search.to} onChange={(to) => set({ to })} />
    </Filters>
  );
}

/** All that the filters match, not only the pages that were read. */
function csvOf(search: AuditSearching['search']): string {
  const given = { ...filterOf(search), acting_as: actingAs() };
  const query = Object.entries(given).map(([name, value]) => [name, String(value)]);
  return `/console/workspace-audit.csv?${new URLSearchParams(query)}`;
}

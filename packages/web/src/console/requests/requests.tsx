// Refused and failed calls of the workspace's keys, for finding out why.

import { useList } from '../../api/acts.ts';
import { operationName, operationPath } from '../../api/catalogue.ts';
import { Title } from '../../frame/title.tsx';
import { NothingFound } from '../../ui/filters.tsx';
import { Instant } from '../../ui/instant.tsx';
import { List } from '../../ui/list.tsx';
import { NotApplicable } from '../../ui/not-applicable.tsx';
import { Split } from '../../ui/panel.tsx';
import type { Column } from '../../ui/table.tsx';
import { instant, plural } from '../../ui/words.ts';
import { type FailedCall, isCounted } from './failed-call.ts';
import { filterOf, RequestFilters } from './filters.tsx';
import { problemTitle } from './problem-words.ts';
import { RequestPanel } from './request-panel.tsx';
import { useRequestSearch } from './search.ts';

export function Requests() {
  const { search, set, clear } = useRequestSearch();
  const filter = filterOf(search);
  const pages = useList('failed_calls.list', filter);
  const openKey = search.open;
  const open = pages.entries?.find((call) => keyOf(call) === openKey);
  return (
    <Split
      list={
        <>
          <Title title="Requests" note="Refused and failed calls of 7 days" />
          <RequestFilters search={search} set={set} />
          <List
            label="Refused and failed calls"
            pages={pages}
            columns={COLUMNS}
            keyOf={keyOf}
            empty={
              Object.keys(filter).length === 0 ? (
                'No call of your keys was refused or failed in the last 7 days. Calls with an unknown key belong to no workspace, and are not listed.'
              ) : (
                <NothingFound what="No refused or failed call matches these filters." onClear={clear} />
              )
            }
            open={{
              isOpen: (call) => keyOf(call) === openKey,
              onOpen: (call) => set({ open: keyOf(call) === openKey ? '' : keyOf(call) }),
              label: ({ at, key_name }) => `Show the call of ${key_name} at ${instant(at)}`,
            }}
          />
        </>
      }
      panel={
        open === undefined ? null : (
          <RequestPanel key={openKey} call={open} onClose={() => set({ open: '' })} />
        )
      }
    />
  );
}

function keyOf({ request_id, key_id, at, status }: FailedCall): string {
  return `${request_id ?? 'counted'} ${key_id} ${at} ${status ?? ''}`;
}

const COLUMNS: readonly Column<FailedCall>[] = [
  { head: 'Time', isFixed: true, cell: ({ at }) => <Instant at={at} /> },
  { head: 'Key', isMinor: true, cell: ({ key_name }) => key_name },
  {
    head: 'Operation',
    isFixed: true,
    isMinor: 'plain',
    cell: (call) => {
      if (isCounted(call))
        return <span className="muted">{plural(call.calls, 'more call')} in this minute</span>;
      return call.operation === null ? <span className="muted">none</span> : operationName(call.operation);
    },
  },
  {
    head: 'Path',
    isMinor: true,
    isExtra: true,
    cell: ({ operation }) =>
      operation === null ? null : <span className="mono muted">{operationPath(operation)}</span>,
  },
  {
    head: 'Status',
    isFigure: true,
    cell: (call) => call.status ?? <NotApplicable />,
  },
  {
    head: 'Problem',
    isMinor: 'plain',
    cell: (call) => (isCounted(call) ? <span className="muted">only counted</span> : problemTitle(call)),
  },
];

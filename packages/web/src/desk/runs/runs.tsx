// Runs: the list, newest first, with the progress of those that are under way; and the start of a new one.

import type { InputOf } from '@rf-indicators/contract/acts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useList } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { type SearchOf, usePageSearch } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { FilterFields, Filters, NothingFound, orAll } from '../../ui/filters.tsx';
import { count, instant, shortUtcInstant } from '../../ui/format.ts';
import { List } from '../../ui/list.tsx';
import { State } from '../../ui/state.tsx';
import { type Column, NotApplicable } from '../../ui/table.tsx';
import { useStaff } from '../staff.ts';
import { MovedProviders } from './moved.tsx';
import { type ListedRun, RUN_KINDS, RUN_STATES, runState } from './run.ts';
import { StartRun } from './start-run.tsx';
import { WorkBar } from './work-bar.tsx';

export function Runs() {
  const person = useStaff();
  const navigate = useNavigate();
  const searching = usePageSearch('/desk/runs');
  const [isStarting, setStarting] = useState(false);
  const pages = useList('runs.list', filterOf(searching.search));
  const mayStart = person.roles.some((role) => role === 'analyst' || role === 'operator');
  const open = (run: string) => void navigate({ to: '/desk/runs/$run', params: { run } });
  return (
    <>
      <Title
        title="Runs"
        note="Each scores providers as of an instant and leaves a draft"
        act={
          <Button
            kind="primary"
            notAllowed={mayStart ? null : 'Starting a run takes the analyst or operator role.'}
            onPress={() => setStarting(true)}
          >
            Start a run
          </Button>
        }
      />
      <Filters>
        <FilterFields
          searching={searching}
          filters={{
            status: { label: 'State', options: orAll(RUN_STATES) },
            kind: { label: 'Kind', options: orAll(lowered(RUN_KINDS)) },
          }}
        />
      </Filters>
      <List
        label="Runs"
        pages={pages}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={
          searching.isFiltered ? (
            <NothingFound what="No run matches these filters." onClear={searching.clear} />
          ) : (
            'No run yet. A run scores every provider from its approved inputs: start the first one.'
          )
        }
        open={{
          isOpen: () => false,
          onOpen: ({ id }) => open(id),
          label: (run) => `Open the run of ${instant(run.created_at)}, ${runState(run).words}`,
        }}
      />
      {isStarting ? <StartRun onStarted={open} onClose={() => setStarting(false)} /> : null}
    </>
  );
}

function filterOf({ status, kind }: SearchOf<'/desk/runs'>): InputOf<'runs.list'> {
  return {
    ...(Object.hasOwn(RUN_STATES, status) ? { status: status as ListedRun['status'] } : {}),
    ...(Object.hasOwn(RUN_KINDS, kind) ? { kind: kind as ListedRun['kind'] } : {}),
  };
}

function lowered(words: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(words).map(([key, text]) => [key, text.toLowerCase()]));
}

const COLUMNS: readonly Column<ListedRun>[] = [
  { head: 'Started', isFixed: true, instant: ({ created_at }) => created_at },
  {
    head: 'State',
    isFixed: true,
    cell: (run) => {
      if (run.progress !== null) return <WorkBar progress={run.progress} isShort />;
      const { kind, words } = runState(run);
      return <State kind={kind}>{words}</State>;
    },
  },
  { head: 'Kind', isMinor: 'plain', cell: ({ kind }) => RUN_KINDS[kind] },
  { head: 'As of', isFixed: true, isMinor: true, cell: ({ as_of }) => shortUtcInstant(as_of) },
  {
    head: 'Providers',
    isFigure: true,
    isMinor: true,
    cell: ({ providers }) => (providers === null ? <NotApplicable /> : count(providers)),
  },
  { head: 'Moved', isMinor: 'plain', cell: (run) => <MovedProviders run={run} /> },
  { head: 'By', isMinor: true, isExtra: true, cell: ({ created_by_name }) => created_by_name },
  { head: 'Reason', isMinor: 'plain', isExtra: true, cell: ({ reason }) => reason ?? '' },
];

// The calls for decisions by a policy, and what the draft in the shadow would have decided otherwise.

import type { AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { useList } from '../../api/acts.ts';
import { dayEnd, dayStart, type SearchOf } from '../../pages.ts';
import { FilterFields, Filters, NothingFound, type PageSearch } from '../../ui/filters.tsx';
import { count, instant } from '../../ui/format.ts';
import { List } from '../../ui/list.tsx';
import { type Column, NotApplicable } from '../../ui/table.tsx';

export type Call = AnswerOf<'policies.decisions'>['data'][number];
export type PolicySearch = SearchOf<'/console/$workspace/policies'>;

interface DecisionLogProps {
  name: string;
  searching: PageSearch<PolicySearch>;
}

export function DecisionLog({ name, searching }: DecisionLogProps) {
  const { search, set, clear, isFiltered } = searching;
  return (
    <>
      <Filters>
        <FilterFields
          searching={searching}
          filters={{ reference: 'Reference', from: { day: 'From' }, to: { day: 'To' } }}
        />
      </Filters>
      <List
        label="Decisions"
        pages={useList('policies.decisions', filterOf(name, search))}
        columns={COLUMNS}
        keyOf={({ decision_id }) => decision_id}
        empty={
          isFiltered ? (
            <NothingFound what="No call matches these filters." onClear={clear} />
          ) : (
            <>
              No decision was asked for yet. Programs ask with <code>POST /api/v1/evaluate</code>, and with a
              key of the tier that reads scores.
            </>
          )
        }
        open={{
          isOpen: ({ decision_id }) => decision_id === search.decision,
          onOpen: ({ decision_id }) => set({ decision: decision_id === search.decision ? '' : decision_id }),
          label: ({ issued_at }) => `Show the call of ${instant(issued_at)}`,
        }}
      />
    </>
  );
}

/** Without what is not filtered by. */
function filterOf(name: string, { reference, from, to }: PolicySearch): InputOf<'policies.decisions'> {
  const [since, until] = [dayStart(from), dayEnd(to)];
  return {
    name,
    ...(reference === '' ? {} : { reference }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  };
}

const COLUMNS: readonly Column<Call>[] = [
  { head: 'When', isFixed: true, instant: ({ issued_at }) => issued_at },
  {
    head: 'Reference',
    isMinor: true,
    cell: ({ reference }) =>
      reference === null ? <NotApplicable /> : <span className="mono">{reference}</span>,
  },
  {
    head: 'Exposure',
    isFixed: true,
    isMinor: true,
    text: ({ exposure, hypothetical }) => `${exposure}${hypothetical ? ', hypothetical' : ''}`,
  },
  { head: 'Allow', isFigure: true, isMinor: true, cell: ({ allowed }) => count(allowed) },
  { head: 'Review', isFigure: true, isMinor: true, cell: ({ reviewed }) => count(reviewed) },
  { head: 'Block', isFigure: true, isMinor: true, cell: ({ blocked }) => count(blocked) },
  {
    head: 'In the shadow',
    isMinor: true,
    cell: ({ shadow: [first] }) =>
      first === undefined ? (
        <NotApplicable />
      ) : first.others.length === 0 ? (
        <>version {first.version}: the same</>
      ) : (
        <>
          version {first.version}: {count(first.others.length)} otherwise
        </>
      ),
  },
];

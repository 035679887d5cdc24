// The calls of agent tools, one by one.

import type { AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { Link } from '@tanstack/react-router';
import { useList, useRead } from '../../api/acts.ts';
import { AGENT_TOOLS, operationName } from '../../api/catalogue.ts';
import { type SearchOf, usePageSearch } from '../../pages.ts';
import { FilterFields, Filters, NothingFound, orAll } from '../../ui/filters.tsx';
import { Instant } from '../../ui/instant.tsx';
import { List } from '../../ui/list.tsx';
import { Section } from '../../ui/section.tsx';
import { State } from '../../ui/state.tsx';
import type { Column } from '../../ui/table.tsx';

type Call = AnswerOf<'agent_calls.list'>['data'][number];

export function Calls() {
  const searching = usePageSearch('/console/$workspace/agents');
  const { search, clear, isFiltered } = searching;
  const pages = useList('agent_calls.list', filterOf(search));
  const keys = useRead('keys.list', { all: true }).data?.data.filter(({ agent_scope }) => agent_scope) ?? [];
  return (
    <Section title="Calls" note="Kept for 90 days">
      <Filters>
        <FilterFields
          searching={searching}
          filters={{
            tool: {
              label: 'Tool',
              options: orAll(Object.fromEntries(AGENT_TOOLS.map((tool) => [tool, operationName(tool)]))),
            },
            key: { label: 'Key', options: orAll(Object.fromEntries(keys.map(({ id, name }) => [id, name]))) },
            outcome: {
              label: 'Outcome',
              options: orAll({
                ok: 'answered',
                provider_not_found: 'provider not found',
                validation_failed: 'not valid',
              }),
            },
          }}
        />
      </Filters>
      <List
        label="Calls of agent tools"
        pages={pages}
        columns={COLUMNS}
        keyOf={({ request_id, at, tool }) => `${request_id} ${at} ${tool}`}
        empty={
          isFiltered ? (
            <NothingFound what="No call matches these filters." onClear={clear} />
          ) : (
            'No agent has called a tool in the last 90 days.'
          )
        }
      />
    </Section>
  );
}

function filterOf({
  tool,
  key,
  outcome,
}: SearchOf<'/console/$workspace/agents'>): InputOf<'agent_calls.list'> {
  return {
    ...(tool === '' ? {} : { tool }),
    ...(key === '' ? {} : { key }),
    ...(outcome === '' ? {} : { outcome }),
  };
}

const COLUMNS: readonly Column<Call>[] = [
  { head: 'Time', isFixed: true, cell: ({ at }) => <Instant at={Date.parse(at)} /> },
  {
    head: 'Tool',
    isMinor: 'plain',
    cell: ({ tool }) =>
      tool === null ? <span className="muted">not one of ours</span> : operationName(tool),
  },
  { head: 'Key', isMinor: true, cell: ({ key_name }) => key_name },
  {
    head: 'Endpoint',
    isFixed: true,
    isMinor: true,
    isExtra: true,
    cell: ({ endpoint }) => (endpoint === 'mcp' ? 'MCP' : 'plain HTTP'),
  },
  {
    head: 'Duration',
    isFigure: true,
    isMinor: true,
    isExtra: true,
    cell: ({ duration_us }) => (duration_us < 100 ? 'under 0.1 ms' : `${(duration_us / 1000).toFixed(1)} ms`),
  },
  { head: 'Outcome', isFixed: true, cell: (call) => <Outcome call={call} /> },
];

function Outcome({ call: { outcome, request_id } }: { call: Call }) {
  if (outcome === 'ok') return <State kind="good">answered</State>;
  return (
    <Link
      to="/console/$workspace/requests"
      from="/console/$workspace/agents"
      search={{ request: request_id }}
    >
      <State kind="failed">{outcome.replaceAll('_', ' ')}</State>
    </Link>
  );
}

// The calls of agent tools, one by one.

import type { AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { Link } from '@tanstack/react-router';
import { useList, useRead } from '../../api/acts.ts';
import { AGENT_TOOLS, operationName } from '../../api/catalogue.ts';
import { FilterChoice, Filters, NothingFound } from '../../ui/filters.tsx';
import { Instant } from '../../ui/instant.tsx';
import { List } from '../../ui/list.tsx';
import { Section } from '../../ui/section.tsx';
import { State } from '../../ui/state.tsx';
import type { Column } from '../../ui/table.tsx';
import { type AgentSearch, useAgentSearch } from './search.ts';

type Call = AnswerOf<'agent_calls.list'>['data'][number];

export function Calls() {
  const { search, set, clear } = useAgentSearch();
  const filter = filterOf(search);
  const pages = useList('agent_calls.list', filter);
  const keys = useRead('keys.list', { all: true }).data?.data.filter(({ agent_scope }) => agent_scope) ?? [];
  return (
    <Section title="Calls" note="Kept for 90 days">
      <Filters>
        <FilterChoice
          label="Tool"
          value={search.tool}
          options={{
            '': 'all',
            ...Object.fromEntries(AGENT_TOOLS.map((tool) => [tool, operationName(tool)])),
          }}
          onChange={(tool) => set({ tool })}
        />
        <FilterChoice
          label="Key"
          value={search.key}
          options={{ '': 'all', ...Object.fromEntries(keys.map(({ id, name }) => [id, name])) }}
          onChange={(key) => set({ key })}
        />
        <FilterChoice
          label="Outcome"
          value={search.outcome}
          options={{
            '': 'all',
            ok: 'answered',
            provider_not_found: 'provider not found',
            validation_failed: 'not valid',
          }}
          onChange={(outcome) => set({ outcome })}
        />
      </Filters>
      <List
        label="Calls of agent tools"
        pages={pages}
        columns={COLUMNS}
        keyOf={({ request_id, at, tool }) => `${request_id} ${at} ${tool}`}
        empty={
          Object.keys(filter).length === 0 ? (
            'No agent has called a tool in the last 90 days.'
          ) : (
            <NothingFound what="No call matches these filters." onClear={clear} />
          )
        }
      />
    </Section>
  );
}

function filterOf({ tool, key, outcome }: AgentSearch): InputOf<'agent_calls.list'> {
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

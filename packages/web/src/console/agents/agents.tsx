// Agents: the state of the pilot, how to connect an agent program, and what agents called.

import { useRead } from '../../api/acts.ts';
import { AGENT_TOOLS, operationName, toolOf } from '../../api/catalogue.ts';
import { Title } from '../../frame/title.tsx';
import { CellBar } from '../../ui/cell-bar.tsx';
import { useNow } from '../../ui/clock.ts';
import { CodeTabs } from '../../ui/code.tsx';
import { count, plural } from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { isEnded } from '../keys/key-state.ts';
import styles from './agents.module.css';
import { Calls } from './calls.tsx';
import { Checklist, stepsOf } from './steps.tsx';

export function Agents() {
  const now = useNow();
  const workspace = useRead('workspaces.show', {});
  const keys = useRead('keys.list', {});
  const agentKeys = keys.data?.data.filter((key) => key.agent_scope && !isEnded(key, now));
  const steps =
    workspace.data === undefined || agentKeys === undefined ? undefined : stepsOf(workspace.data, agentKeys);
  const missing = steps?.filter(({ isDone }) => !isDone).length;
  const error = workspace.error ?? keys.error;
  return (
    <>
      <Title
        title="Agents"
        note={missing === undefined ? '' : missing === 0 ? 'Agents can call the tools' : NOT_READY[missing]}
      />
      <ProblemBox error={error} onRetry={() => void workspace.refetch()} />
      <div className={styles.columns} aria-busy={workspace.isPending || keys.isPending}>
        <Section title="What an agent needs">
          <Checklist steps={steps} />
        </Section>
        <Section title="Configuration to copy">
          <CodeTabs label="Configurations" texts={configurationsFor(location.origin)} />
          <p className={styles.note}>
            Put your key in place of rf_live_YOUR_KEY. Do not put keys into files that you share: these
            programs can read them from the environment.
          </p>
        </Section>
      </div>
      <CallsByTool />
      <Calls />
    </>
  );
}

const NOT_READY: Readonly<Record<number, string>> = {
  1: 'One thing is missing',
  2: 'Two things are missing',
  3: 'Three things are missing',
  4: 'Four things are missing',
};

const KEY = 'rf_live_YOUR_KEY';

/** As docs/use/agents.md has them. */
function configurationsFor(origin: string): Readonly<Record<string, string>> {
  const url = `${origin}/api/mcp`;
  const headers = { 'x-api-key': KEY };
  return {
    'Claude Code': written({ mcpServers: { rf: { type: 'http', url, headers } } }),
    Cursor: written({ mcpServers: { rf: { url, headers } } }),
    'Visual Studio Code': written({ servers: { rf: { type: 'http', url, headers } } }),
    'Claude Desktop': written({
      mcpServers: {
        rf: {
          command: 'node',
          args: ['/opt/rf-risk-indicators/packages/server/bin/rf.mjs', 'mcp'],
          env: { RF_URL: origin, RF_API_KEY: KEY },
        },
      },
    }),
    curl: `curl -s ${url} -H 'x-api-key: ${KEY}' \\
  -H 'content-type: application/json' \\
  -d '{"tool_name": "search_providers", "input": {"query": "bitcoin"}}'`,
  };
}

function written(content: object): string {
  return JSON.stringify(content, null, 2);
}

interface ToolUse {
  tool: string;
  calls: number;
}

/** How often each agent tool was called in 30 days. */
function CallsByTool() {
  const totals = useRead('usage.totals', {});
  const rows = totals.data && rowsOf(totals.data.by_operation);
  const calls = rows?.reduce((sum, row) => sum + row.calls, 0);
  return (
    <Section
      title={calls === undefined || calls === 0 ? 'Calls by tool' : `${plural(calls, 'call')} of agent tools`}
      note="30 UTC days"
    >
      <ProblemBox error={totals.error} onRetry={() => void totals.refetch()} />
      {totals.error !== null && rows === undefined ? null : (
        <Table
          label="Calls by tool"
          columns={columnsOf(rows ?? [])}
          rows={calls === 0 ? [] : rows}
          keyOf={({ tool }) => tool}
          empty="No agent has called a tool in these days."
        />
      )}
    </Section>
  );
}

/** Also the tools that nobody called. */
function rowsOf(operations: readonly { operation: string; accepted: number }[]): ToolUse[] {
  const called = new Map(operations.map(({ operation, accepted }) => [toolOf(operation), accepted]));
  return AGENT_TOOLS.map((tool) => ({ tool, calls: called.get(tool) ?? 0 })).toSorted(
    (a, b) => b.calls - a.calls,
  );
}

function columnsOf(rows: readonly ToolUse[]): Column<ToolUse>[] {
  const most = Math.max(0, ...rows.map(({ calls }) => calls));
  return [
    { head: 'Tool', cell: ({ tool }) => operationName(tool) },
    {
      head: 'Name',
      isMinor: true,
      isExtra: true,
      cell: ({ tool }) => <span className="mono muted">{tool}</span>,
    },
    { head: 'Calls', isFigure: true, cell: ({ calls }) => count(calls) },
    { head: '', isMinor: true, isExtra: true, cell: ({ calls }) => <CellBar value={calls} most={most} /> },
  ];
}

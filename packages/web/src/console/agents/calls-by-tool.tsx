// How often each agent tool was called in 30 days.

import { useRead } from '../../api/acts.ts';
import { AGENT_TOOLS, operationName, toolOf } from '../../api/catalogue.ts';
import { CellBar } from '../../ui/cell-bar.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { count, plural } from '../../ui/words.ts';

interface ToolUse {
  tool: string;
  calls: number;
}

export function CallsByTool() {
  const totals = useRead('usage.totals', {});
  const rows = totals.data && rowsOf(totals.data.by_operation);
  const calls = rows?.reduce((sum, row) => sum + row.calls, 0);
  return (
    <Section
      title={calls === undefined || calls === 0 ? 'Calls by tool' : `${plural(calls, 'call')} of agent tools`}
      note="30 UTC days"
    >
      {totals.error === null ? null : (
        <ProblemBox error={totals.error} onRetry={() => void totals.refetch()} />
      )}
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

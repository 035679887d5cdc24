// Thirty days of usage by key and by operation: figures with bars in their cells.

import { Link, useParams } from '@tanstack/react-router';
import { operationName, operationPath } from '../../api/catalogue.ts';
import { CellBar } from '../../ui/cell-bar.tsx';
import { count } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import type { UsageTotals } from './usage-finding.ts';

const SHOWN = 6;

export function UsageByKey({ usage }: { usage: UsageTotals | undefined }) {
  const { workspace } = useParams({ from: '/console/$workspace' });
  const rows = usage?.by_key.toSorted(byAccepted);
  const most = rows?.[0]?.accepted ?? 0;
  return (
    <Section
      title="By key"
      aside={
        <Link to="/console/$workspace/keys" params={{ workspace }}>
          All keys
        </Link>
      }
    >
      <Table
        label="Requests by key"
        isSmall
        columns={[
          { head: 'Key', cell: ({ key_name }) => key_name },
          { head: 'Accepted', isFigure: true, cell: ({ accepted }) => count(accepted) },
          { head: '', isExtra: true, cell: ({ accepted }) => <CellBar value={accepted} most={most} /> },
          { head: 'Refused', isFigure: true, isMinor: true, cell: ({ refused }) => count(refused) },
        ]}
        rows={rows?.slice(0, SHOWN)}
        keyOf={({ key_id }) => key_id}
        empty="No key was used in 30 days."
      />
    </Section>
  );
}

export function UsageByOperation({ usage }: { usage: UsageTotals | undefined }) {
  const rows = usage?.by_operation.toSorted(byAccepted);
  const most = rows?.[0]?.accepted ?? 0;
  return (
    <Section title="By operation">
      <Table
        label="Requests by operation"
        columns={[
          { head: 'Operation', isFixed: true, cell: ({ operation }) => operationName(operation) },
          {
            head: 'Path',
            isMinor: 'plain',
            cell: ({ operation }) => (
              <span className="mono muted">{operationPath(operation) ?? 'POST /api/mcp'}</span>
            ),
          },
          { head: 'Accepted', isFigure: true, cell: ({ accepted }) => count(accepted) },
          { head: '', cell: ({ accepted }) => <CellBar value={accepted} most={most} /> },
          { head: 'Refused', isFigure: true, isMinor: true, cell: ({ refused }) => count(refused) },
        ]}
        rows={rows?.slice(0, SHOWN)}
        keyOf={({ operation }) => operation}
        empty="Nothing was asked for in 30 days."
      />
    </Section>
  );
}

function byAccepted(a: { accepted: number }, b: { accepted: number }): number {
  return b.accepted - a.accepted;
}

// Thirty days of usage by key and by operation: figures with bars in their cells.

import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { operationName, operationPath } from '../../api/catalogue.ts';
import { Button } from '../../ui/button.tsx';
import { CellBar } from '../../ui/cell-bar.tsx';
import { count } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import type { Key } from '../keys/key-state.ts';
import type { UsageTotals } from './usage-finding.ts';
import { usageOfKeys } from './usage-of-keys.ts';

/** More rows than this are behind a button, and none is left out. */
const SHOWN = 12;

interface UsageByKeyProps {
  usage: UsageTotals | undefined;
  keys: readonly Key[];
  now: number;
}

export function UsageByKey({ usage, keys, now }: UsageByKeyProps) {
  const { workspace } = useParams({ from: '/console/$workspace' });
  const rows = usage === undefined ? undefined : usageOfKeys(usage, keys, now);
  const { shown, more } = useFirst(rows, 'keys');
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
          {
            head: 'Key',
            cell: ({ name, state }) => (
              <>
                {name}
                {state === null ? null : <span className="muted">, {state}</span>}
              </>
            ),
          },
          { head: 'Accepted', isFigure: true, cell: ({ accepted }) => count(accepted) },
          { head: '', isExtra: true, cell: ({ accepted }) => <CellBar value={accepted} most={most} /> },
          { head: 'Refused', isFigure: true, isMinor: true, cell: ({ refused }) => count(refused) },
        ]}
        rows={shown}
        keyOf={({ id }) => id}
        empty="No key could be used in these 30 days."
      />
      {more}
    </Section>
  );
}

/** The first rows, and the button for the rest. */
function useFirst<Row>(rows: readonly Row[] | undefined, what: string) {
  const [showsAll, setShowsAll] = useState(false);
  const isCut = !showsAll && rows !== undefined && rows.length > SHOWN;
  const more = isCut ? (
    <Button kind="quiet" onPress={() => setShowsAll(true)}>
      Show all {count(rows.length)} {what}
    </Button>
  ) : null;
  return { shown: isCut ? rows.slice(0, SHOWN) : rows, more };
}

export function UsageByOperation({ usage }: { usage: UsageTotals | undefined }) {
  const rows = usage?.by_operation.toSorted(byAccepted);
  const { shown, more } = useFirst(rows, 'operations');
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
        rows={shown}
        keyOf={({ operation }) => operation}
        empty="Nothing was asked for in 30 days."
      />
      {more}
    </Section>
  );
}

function byAccepted(a: { accepted: number }, b: { accepted: number }): number {
  return b.accepted - a.accepted;
}

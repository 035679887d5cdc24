// The waterfall as a table: every criterion with what it costs, and the running total.

import { Table } from '../table.tsx';
import { hundredths } from '../words.ts';
import { lostPoints, type Waterfall } from './steps.ts';

export function WaterfallTable({ fall: { modules, cap } }: { fall: Waterfall }) {
  const rows = modules.flatMap(({ label, criteria }) =>
    criteria.map((step) => ({ ...step, module: label, name: step.label })),
  );
  const capRow = cap === null ? [] : [{ ...cap, module: '', name: cap.label }];
  return (
    <Table
      label="Points by criterion"
      rows={[...rows, ...capRow]}
      keyOf={({ module, name }) => `${module} ${name}`}
      empty="No criterion applies."
      columns={[
        { head: 'Criterion', cell: ({ name }) => name },
        { head: 'Module', isMinor: true, isExtra: true, cell: ({ module }) => module },
        { head: 'Points', isFigure: true, cell: ({ lost }) => lostPoints(lost) },
        { head: 'Total', isFigure: true, isMinor: true, cell: ({ to }) => hundredths(to) },
      ]}
    />
  );
}

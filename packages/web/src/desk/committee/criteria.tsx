// Every criterion of a result, for an indicator that has no earlier one to compare with.

import { inputValue, utcDate } from '../../ui/format.ts';
import { Table } from '../../ui/table.tsx';
import type { Result } from './breakdown.ts';

const STATUS: Readonly<Record<Result['criteria'][number]['status'], string>> = {
  scored: 'current',
  stale: 'ageing, counts in part',
  expired: 'too old to count',
  missing: 'no evidence',
};

export function Criteria({ result }: { result: Result }) {
  return (
    <Table
      label="All criteria"
      rows={result.criteria}
      keyOf={({ id }) => id}
      empty="No criterion applies."
      columns={[
        { head: 'Criterion', cell: ({ label }) => label },
        {
          head: 'Value',
          isMinor: true,
          cell: ({ value }) => (value === null ? 'no evidence' : inputValue(value)),
        },
        { head: 'Evidence', isMinor: 'plain', isExtra: true, cell: ({ status }) => STATUS[status] },
        { head: 'Grade', isMinor: true, isExtra: true, cell: ({ grade }) => grade ?? '·' },
        {
          head: 'Evidence date',
          isFixed: true,
          isMinor: true,
          isExtra: true,
          cell: ({ evidence_date }) => (evidence_date === null ? '·' : utcDate(evidence_date)),
        },
        { head: 'Weight', isFigure: true, isMinor: true, cell: ({ weight }) => weight },
        { head: 'Points', isFigure: true, cell: ({ contribution }) => contribution },
      ]}
    />
  );
}

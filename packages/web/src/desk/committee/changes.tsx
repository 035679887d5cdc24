// Why the score changed, in parts that add up to the change.

import { Table } from '../../ui/table.tsx';
import { inputValue, inWords, change as signed, singular } from '../../ui/words.ts';
import { hundredthsOf, type Result } from './breakdown.ts';
import type { Detail } from './groups.ts';

type Change = NonNullable<Detail['change']>;
type Part = Change['parts'][number];

const KINDS: Readonly<Record<string, string>> = {
  methodology: 'another framework version',
  structure: 'another type or structure',
  value: 'another value',
  renewal: 'newer evidence',
  ageing: 'evidence aged',
  caps: 'hard rules',
};

export function Changes({ change, result }: { change: Change; result: Result | null }) {
  if (change.parts.length === 0) return <p className="plain muted">Nothing that is scored changed.</p>;
  const labels = new Map(result?.criteria.map(({ id, label }) => [id, label]));
  const sum = {
    kind: 'sum',
    criterion_id: null,
    module_id: null,
    before: null,
    after: null,
    points: change.delta,
  };
  return (
    <Table
      label="Parts of the change"
      isSmall
      rows={[...change.parts, sum]}
      keyOf={({ kind, criterion_id }) => `${kind} ${criterion_id ?? ''}`}
      empty="Nothing that is scored changed."
      columns={[
        {
          head: 'What',
          cell: ({ kind, criterion_id }: Part) =>
            kind === 'sum'
              ? 'Change of the score'
              : criterion_id === null
                ? 'The whole score'
                : (labels.get(criterion_id) ?? inWords(criterion_id)),
        },
        { head: 'Why', cell: ({ kind }: Part) => KINDS[kind] ?? '' },
        { head: 'From and to', isExtra: true, cell: valuesOf },
        { head: 'Points', isFigure: true, cell: ({ points }: Part) => signed(hundredthsOf(points)) },
      ]}
    />
  );
}

function valuesOf({ kind, before, after }: Part): string {
  if (kind === 'sum') return '';
  const shown = (value: string | null) =>
    value === null || value === '' ? 'none' : singular(inputValue(value));
  return before === after ? shown(after) : `${shown(before)} to ${shown(after)}`;
}

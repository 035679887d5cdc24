// Values that were approved and do not count, beside those in force, with the evidence that would cure them.

import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { inputValue, utcDate } from '../../ui/words.ts';
import { EvidenceLink } from './evidence-panel.tsx';
import type { ProviderFile } from './file.ts';

type Value = ProviderFile['contested'][number];

const COLUMNS: readonly Column<Value>[] = [
  { head: 'Input', cell: ({ label }) => label },
  {
    head: 'In force',
    cell: ({ in_force }) =>
      in_force === null ? 'no evidence' : valueWords(in_force.value, in_force.grade, in_force.evidence_date),
  },
  {
    head: 'Contested',
    isMinor: true,
    cell: ({ value, grade, evidence_date, evidence_id }) => (
      <>
        {valueWords(value, grade, evidence_date)}{' '}
        {evidence_id === null ? null : <EvidenceLink evidence={evidence_id} />}
      </>
    ),
  },
  {
    head: 'What would cure it',
    isMinor: true,
    cell: ({ value, needs }) => `Evidence of grade ${needs} or better for ${inputValue(value)}`,
  },
];

export function Contested({ file }: { file: ProviderFile }) {
  if (file.contested.length === 0) return null;
  return (
    <Section
      title="Contested values"
      note="Approved, but weaker than the evidence that they contradict: they do not count yet."
    >
      <Table
        label="Contested values"
        columns={COLUMNS}
        rows={file.contested}
        keyOf={({ input }) => input}
        empty="Nothing is contested."
      />
    </Section>
  );
}

/** "178.00, grade B, 4 Nov 2026". */
function valueWords(value: string, grade: string | null, day: string | null): string {
  return [
    inputValue(value),
    ...(grade === null ? [] : [`grade ${grade}`]),
    ...(day === null ? [] : [utcDate(day)]),
  ].join(', ');
}

// The sheet of a provider: gates first, then criteria and facts, with value, grade, age, points and weight.

import { useState } from 'react';
import { TYPE_NAMES } from '../../charts/type-names.ts';
import { Button } from '../../ui/button.tsx';
import { hundredths, inputValue, inWords, plural } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import { type Column, NotApplicable, Table } from '../../ui/table.tsx';
import { whoMayOperate } from '../providers/who-may.ts';
import { useStaff } from '../staff.ts';
import { Correct } from './correct.tsx';
import { EvidenceLink } from './evidence-panel.tsx';
import type { ProviderFile, SheetRow } from './file.ts';
import styles from './provider.module.css';

export function Sheet({ file }: { file: ProviderFile }) {
  const [wrong, setWrong] = useState<SheetRow | null>(null);
  const columns = columnsOf(setWrong);
  const rows = (kind: SheetRow['kind']) => file.sheet.filter((row) => row.kind === kind);
  const table = (label: string, kind: SheetRow['kind']) => (
    <div className={styles.sheet}>
      <Table
        label={label}
        columns={
          kind === 'fact' ? columns.filter(({ head }) => head !== 'Points' && head !== 'Age') : columns
        }
        rows={rows(kind)}
        keyOf={({ input }) => input}
        empty="No framework is in effect, so there are no inputs."
      />
    </div>
  );
  return (
    <>
      <Section title="Gates" note="Without current evidence for each of them there is no score.">
        {table('Gates', 'gate')}
      </Section>
      <Section title="Criteria" note="Values that count now, with the points that they give today.">
        {table('Criteria', 'criterion')}
      </Section>
      <Section title="Facts">{table('Facts', 'fact')}</Section>
      {wrong === null ? null : (
        <Correct
          file={file}
          proposal={wrong.proposal_id!}
          label={wrong.label}
          onClose={() => setWrong(null)}
        />
      )}
    </>
  );
}

function columnsOf(onWrong: (row: SheetRow) => void): Column<SheetRow>[] {
  return [
    { head: 'Input', cell: ({ label }) => label },
    { head: 'Value', isFigure: true, cell: (row) => <Value row={row} /> },
    { head: 'Grade', isMinor: true, cell: ({ grade }) => grade ?? <NotApplicable /> },
    { head: 'Age', isMinor: true, isFixed: true, cell: (row) => <Age row={row} /> },
    {
      head: 'Points',
      isFigure: true,
      isMinor: true,
      cell: ({ points, weight }) =>
        points === null || weight === null ? (
          <NotApplicable />
        ) : (
          `${hundredths(points)} of ${hundredths(weight)}`
        ),
    },
    {
      head: 'Evidence',
      isMinor: 'plain',
      isFixed: true,
      cell: (row) => (
        <span className={styles.links}>
          {row.evidence_id === null ? (
            <NotApplicable />
          ) : (
            <EvidenceLink evidence={row.evidence_id} words="Open" />
          )}
          {row.proposal_id === null ? null : <InputMenu row={row} onWrong={() => onWrong(row)} />}
        </span>
      ),
    },
  ];
}

function Value({ row }: { row: SheetRow }) {
  const { value, derived_from } = row;
  if (value === null) return <span className="muted">no evidence</span>;
  if (derived_from.length === 0) return <>{row.kind === 'fact' ? factWords(value) : inputValue(value)}</>;
  return (
    <span title={`Follows from ${derived_from.map(inWords).join(' and ')}`}>
      {inputValue(value)} (derived)
    </span>
  );
}

function factWords(value: string): string {
  if (value === 'true' || value === 'false') return value === 'true' ? 'yes' : 'no';
  return TYPE_NAMES[value] ?? inputValue(value);
}

/** "32 of 45 days", with a bar that empties. */
function Age({ row: { age_days, max_age_days } }: { row: SheetRow }) {
  if (age_days === null || max_age_days === null) return <NotApplicable />;
  return (
    <span className={styles.age}>
      <AgeBar age={age_days} maxAge={max_age_days} />
      {age_days} of {plural(max_age_days, 'day')}
    </span>
  );
}

const WIDTH = 96;

/** The age of evidence as a bar that empties, with ticks where it begins to lose points and where it has none left. */
function AgeBar({ age, maxAge }: { age: number; maxAge: number }) {
  const left = Math.max(0, 1 - age / (2 * maxAge));
  return (
    <svg aria-hidden="true" width={WIDTH + 2} height="12">
      <rect y="4" width={WIDTH} height="4" fill="var(--track)" />
      <rect y="4" width={WIDTH * left} height="4" fill={age > maxAge ? 'var(--ink)' : 'var(--bar)'} />
      {/* From the right, which is the day of the evidence: A is in the middle, 2A at the left. */}
      <rect x={WIDTH / 2 - 0.5} width="1" height="12" fill="var(--ink)" />
      <rect x="0" width="1" height="12" fill="var(--ink)" />
    </svg>
  );
}

/** What can be done about a value of the sheet: correct it. It says beforehand who may not. */
function InputMenu({ row, onWrong }: { row: SheetRow; onWrong: () => void }) {
  const notAllowed = whoMayOperate(useStaff());
  if (notAllowed !== null) return null;
  return (
    <Button kind="quiet" label={`Correct ${row.label}`} onPress={onWrong}>
      Correct
    </Button>
  );
}

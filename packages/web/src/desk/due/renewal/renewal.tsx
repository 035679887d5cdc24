// The foot of the due board: the selected inputs, each with its result and its evidence, proposed together.

import { useState } from 'react';
import type { ProblemError } from '../../../api/problem.ts';
import { Button } from '../../../ui/button.tsx';
import { plural } from '../../../ui/format.ts';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import { faultSentence } from '../../fault-sentence.ts';
import { keyOf } from '../board-row.ts';
import { type Draft, type Line, REASONS, type Reason } from './draft.ts';
import { EvidenceDialog } from './evidence-dialog.tsx';
import { type Refusal, RenewalLine } from './line.tsx';
import styles from './renewal.module.css';
import { faultOf, MOST_LINES, type Weighing } from './weighed.ts';

interface RenewalProps {
  draft: Draft;
  weighing: Weighing;
  today: string;
  error: Error | null;
  onClose: () => void;
}

export function Renewal({ draft, weighing, today, error, onClose }: RenewalProps) {
  /** The line whose evidence is chosen, or all of them. */
  const [chosen, setChosen] = useState<Line | 'all' | null>(null);
  const [dropped, setDropped] = useState<File | null>(null);
  const { lines } = draft;
  const refusals = refusalsOf(error);
  const open = (what: Line | 'all', file: File | null = null) => {
    setDropped(file);
    setChosen(what);
  };
  return (
    <section
      className={styles.renewal}
      aria-label="Renewal"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const file = event.dataTransfer.files[0];
        const key = (event.target as HTMLElement).closest<HTMLElement>('[data-line]')?.dataset.line;
        const line = lines.find(({ row }) => keyOf(row) === key);
        if (file !== undefined) open(line ?? 'all', file);
      }}
    >
      <div className={styles.head}>
        <h2>Renew {plural(lines.length, 'input')}</h2>
        <Button kind="quiet" onPress={() => open('all')}>
          One evidence for all
        </Button>
        <span className={styles.note}>UTC calendar dates. A reviewer approves each line.</span>
        <Button kind="quiet" label="Clear the selection" onPress={onClose}>
          Clear
        </Button>
      </div>
      {error === null || refusals.size > 0 ? null : <ProblemBox error={error} />}
      {lines.length <= MOST_LINES ? null : (
        <p className={styles.note}>
          The first {MOST_LINES} are shown. Propose them, then the others follow; or download the sheet to
          fill in.
        </p>
      )}
      <div className={styles.columns} aria-hidden="true">
        <span>Input</span>
        <span>Result</span>
        <span>Evidence</span>
        <span>Evidence date</span>
        <span>Effect</span>
      </div>
      <ul className={styles.lines}>
        {lines.slice(0, MOST_LINES).map((line) => (
          <RenewalLine
            key={keyOf(line.row)}
            line={line}
            weighed={weighing.of(line)}
            definition={weighing.definitionOf(line)}
            fault={faultOf(line, weighing.of(line), today)}
            refusal={refusals.get(keyOf(line.row)) ?? null}
            draft={draft}
            onEvidence={() => open(line)}
          />
        ))}
      </ul>
      {chosen === null ? null : (
        <EvidenceDialog
          about={chosen === 'all' ? null : chosen.row}
          before={(chosen === 'all' ? lines[0] : chosen)?.evidence ?? null}
          dropped={dropped}
          grades={weighing.grades}
          today={today}
          onCancel={() => setChosen(null)}
          onChosen={(evidence) => {
            if (chosen === 'all') draft.enterAll({ evidence, date: null });
            else draft.enter(chosen.row, { evidence, date: null });
            setChosen(null);
          }}
        />
      )}
    </section>
  );
}

/** What was refused, by line: the desk names the place that the page gave to the row. */
function refusalsOf(error: Error | null): Map<string, Refusal> {
  const errors = (error as ProblemError | null)?.problem?.errors ?? [];
  return new Map(
    errors.flatMap(({ pointer = '', message }) => {
      const [, slug, input, ...members] = pointer.split('/');
      if (!slug || !input) return [];
      const member = members.at(-1) ?? '';
      const asksFor = member in REASONS ? (member as Reason) : null;
      return [[keyOf({ slug, input }), { message: faultSentence(message), asksFor }] as const];
    }),
  );
}

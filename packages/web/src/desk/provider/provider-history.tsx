// The published history of a provider: a step chart, and the same as a table.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useRead } from '../../api/acts.ts';
import type { ChartMark } from '../../charts/history.ts';
import { BandChip } from '../../ui/band.tsx';
import { useNow } from '../../ui/clock.ts';
import { hundredths, inWords, shortUtcInstant, timeOf, withDates } from '../../ui/format.ts';
import { History, type HistoryStep } from '../../ui/history.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import styles from './provider.module.css';

export function ProviderHistory({ provider }: { provider: string }) {
  const { data, error, refetch } = useRead('providers.history', { provider });
  const now = useNow();
  const steps = data?.steps.map(stepOf) ?? [];
  return (
    <Section title="History">
      <ProblemBox error={error} onRetry={() => void refetch()} />
      {data === undefined ? (
        <div className={styles.reserved} aria-busy="true" />
      ) : steps.length === 0 ? (
        <p className="plain muted">
          No indicator was published yet: the first run that is published begins the history.
        </p>
      ) : (
        <History
          steps={steps}
          marks={marksOf(steps, data.corrections)}
          now={now}
          table={(shown) => (
            <Table
              label="History"
              columns={COLUMNS}
              rows={shown.toReversed()}
              keyOf={({ from }) => String(from)}
              empty="No score in this period."
            />
          )}
        />
      )}
    </Section>
  );
}

const COLUMNS: readonly Column<HistoryStep>[] = [
  { head: 'From (UTC)', isFixed: true, cell: ({ from }) => shortUtcInstant(from).replace(' UTC', '') },
  {
    head: 'Until (UTC)',
    isFixed: true,
    isMinor: true,
    cell: ({ until }) => (until === null ? 'now' : shortUtcInstant(until).replace(' UTC', '')),
  },
  { head: 'Score', isFigure: true, cell: ({ score }) => hundredths(score) },
  { head: 'Band', isMinor: 'plain', cell: ({ band }) => <BandChip band={band} /> },
  {
    head: 'What happened',
    isMinor: 'plain',
    cell: ({ kind, stale_reason, verification_id }) => (
      <>
        {stale_reason === null ? inWords(kind) : `stale: ${withDates(stale_reason)}`}{' '}
        <a href={`/verify/${verification_id}`}>Proof</a>
      </>
    ),
  },
];

function stepOf(step: AnswerOf<'providers.history'>['steps'][number]): HistoryStep {
  return { ...step, from: timeOf(step.from), until: step.until === null ? null : timeOf(step.until) };
}

function marksOf(steps: readonly HistoryStep[], corrections: readonly { at: string }[]): ChartMark[] {
  const marks: ChartMark[] = corrections.map(({ at }) => ({
    at: timeOf(at),
    kind: 'corrected',
    label: 'corrected',
  }));
  for (const [at, { from, until, framework_version }] of steps.entries()) {
    const [before, after] = [steps[at - 1], steps[at + 1]];
    if (before?.framework_version !== framework_version)
      marks.push({ at: from, kind: 'framework', label: framework_version });
    if (until !== null && after?.from !== until)
      marks.push({ at: until, kind: 'withdrawn', label: 'withdrawn' });
  }
  return marks.sort((a, b) => a.at - b.at);
}

// How many indicators will be stale, day by day, if nothing is renewed: a chart, and the same as a table.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { runwayDrawing } from '../../charts/runway.ts';
import { drawn } from '../../ui/drawn.tsx';
import { count, plural, utcDate } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import styles from './runway.module.css';

type Days = AnswerOf<'desk.home'>['runway'];

export function Runway({ runway }: { runway: Days }) {
  const { indicators, from, to, steps } = runway;
  if (indicators === 0) return null;
  const { plot, axis } = runwayDrawing({
    steps: steps.map((step) => ({ ...step, from: Date.parse(step.from) })),
    indicators,
    period: { since: Date.parse(from), until: Date.parse(to) },
  });
  return (
    <Section
      title="If nothing is renewed"
      note="Indicators whose score is stale, or withdrawn since, because a gate was not checked again. UTC days."
    >
      <p className={styles.finding}>{findingOf(runway)}</p>
      <div className={`history-chart ${styles.chart}`}>
        <svg className="plot" role="img" aria-label={`Step chart: ${findingOf(runway)}`}>
          {plot.map(drawn)}
        </svg>
        <div className={styles.bounds} aria-hidden="true">
          <span>{count(indicators)}</span>
          <span>0</span>
        </div>
        <svg className="axis" aria-hidden="true">
          {axis.map(drawn)}
        </svg>
      </div>
      <details className={styles.folded}>
        <summary>Show as a table</summary>
        <Table
          label="Stale indicators"
          columns={COLUMNS}
          rows={steps}
          keyOf={({ from: day }) => day}
          empty=""
          isSmall
        />
      </details>
    </Section>
  );
}

/** "1 of 63 indicators is stale today, 20 by 28 Nov 2026, and all by 14 Dec 2026." */
function findingOf({ indicators, steps, to }: Days): string {
  const [today, next] = steps;
  const last = steps.at(-1)!;
  const now = `${count(today!.stale)} of ${plural(indicators, 'indicator')} ${today!.stale === 1 ? 'is' : 'are'} stale today`;
  if (next === undefined) return `${now}, and no more until ${utcDate(to)}.`;
  const number = last.stale === indicators ? 'all' : count(last.stale);
  if (next === last) return `${now}, and ${number} from ${utcDate(last.from)}.`;
  return `${now}, ${count(next.stale)} from ${utcDate(next.from)}, and ${number} from ${utcDate(last.from)}.`;
}

const COLUMNS: readonly Column<Days['steps'][number]>[] = [
  { head: 'From', isFixed: true, cell: ({ from }) => utcDate(from) },
  { head: 'Stale', isFigure: true, cell: ({ stale }) => count(stale) },
];

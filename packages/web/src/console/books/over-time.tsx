// The bands of a book on past days: each day with the version that counted on it, and the scores that were published at its end.

import { useQueries } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callAct } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { utcDate, utcDay } from '../../ui/format.ts';
import { useInView } from '../../ui/in-view.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { percent } from './amounts.ts';
import { isBand } from './band-shares.tsx';
import { daysAgo, type Figures } from './book.ts';
import styles from './over-time.module.css';

/** Weeks before today. */
const WEEKS = [12, 10, 8, 6, 4, 2, 0];
const HEIGHT = 144;

export function BandsOverTime({ book }: { book: string }) {
  const [isTable, setTable] = useState(false);
  const near = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useInView(near, 'bands', () => setNear(true));
  const days = WEEKS.map((weeks) => daysAgo(weeks * 7));
  const reads = useQueries({
    queries: days.map((effective_on) => ({
      queryKey: ['books.show', { book, effective_on }],
      queryFn: () => callAct('books.show', { book, effective_on }),
      enabled: isNear,
    })),
  });
  const error = reads.find((read) => read.error !== null)?.error ?? null;
  const shown = reads.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const isRead = shown.length === days.length;
  return (
    <Section
      title="Bands over time"
      aside={
        <Button kind="quiet" onPress={() => setTable(!isTable)}>
          {isTable ? 'As a chart' : 'As a table'}
        </Button>
      }
    >
      <ProblemBox error={error} />
      <div ref={near} />
      {isTable ? (
        <Table
          isSmall
          label="Bands over time"
          rows={isRead ? shown : undefined}
          keyOf={({ effective_on }) => effective_on}
          empty=""
          columns={[
            { head: 'Day (UTC)', isFixed: true, text: ({ effective_on }) => utcDate(effective_on) },
            {
              head: 'Composite',
              isFigure: true,
              text: ({ composite }) => composite.score?.toFixed(2) ?? null,
            },
            ...(['LOW', 'MEDIUM', 'ELEVATED', 'HIGH', 'none'] as const).map((band, at) => ({
              head: HEADS[band],
              isFigure: true,
              isExtra: at === 4,
              text: (figures: Figures) => shareOf(figures, band),
            })),
          ]}
        />
      ) : (
        <ol className={styles.days}>
          {days.map((day, at) => (
            <Day key={day} day={day} figures={reads[at]!.data} />
          ))}
        </ol>
      )}
    </Section>
  );
}

const HEADS = {
  LOW: 'Low risk',
  MEDIUM: 'Medium',
  ELEVATED: 'Elevated',
  HIGH: 'High risk',
  none: 'No score',
};

function shareOf({ bands, version }: Figures, band: string): string | null {
  const share = bands.find((one) => one.band === band)?.share;
  return version === null || share === undefined ? null : percent(share);
}

/** From the safest at the foot to names without a score at the top. */
function Day({ day, figures }: { day: string; figures: Figures | undefined }) {
  const bands = figures?.bands.filter(({ share }) => share > 0) ?? [];
  const below = (at: number) => bands.slice(0, at).reduce((sum, { share }) => sum + share, 0);
  return (
    <li>
      <span className={styles.score}>{figures?.composite.score?.toFixed(2) ?? '·'}</span>
      <svg aria-hidden="true" className={styles.column} height={HEIGHT}>
        {bands.map(({ band, share }, at) => (
          <g key={band} className={isBand(band) ? `band-${band.toLowerCase()}` : undefined}>
            <rect
              className={isBand(band) ? styles.part : styles.without}
              y={`${100 - below(at) - share}%`}
              width="100%"
              height={`${share}%`}
            />
          </g>
        ))}
        {figures?.version === null ? (
          <rect className={styles.none} x="0.5" y="0.5" width="99%" height={HEIGHT - 1} />
        ) : null}
      </svg>
      <span className={styles.day}>{utcDay(day)}</span>
    </li>
  );
}

// Exposure against score, with the same as a table.

import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { exposureMap } from '../../charts/exposure-map.ts';
import { Button } from '../../ui/button.tsx';
import { drawn } from '../../ui/drawn.tsx';
import { plural } from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { useWidth } from '../../ui/width.ts';
import { inUnit, percent, sizeOf, unitOf, unitWords } from './amounts.ts';
import { type BookSearch, type Figures, type Position, whichOf } from './book.ts';
import styles from './exposure-chart.module.css';

/** The largest: dots beyond these would hide each other, and are near 0. */
const MOST = 1000;
const HEIGHT = 208;

interface ScoredName {
  key: string;
  name: string;
  score: number;
  exposure: string;
  isBreached: boolean;
}

export function ExposureChart({ figures, search }: { figures: Figures; search: BookSearch }) {
  const [isTable, setTable] = useState(false);
  const [room, width] = useWidth<HTMLDivElement>();
  const positions = useRead('books.positions', { book: figures.id, limit: MOST, ...whichOf(search) });
  const names = positions.data === undefined ? undefined : namesOf(positions.data.data);
  const unit = unitOf(figures.total);
  return (
    <Section
      title={finding(figures)}
      aside={
        <Button kind="quiet" onPress={() => setTable(!isTable)}>
          {isTable ? 'As a chart' : 'As a table'}
        </Button>
      }
    >
      <ProblemBox error={positions.error} onRetry={() => void positions.refetch()} />
      {isTable ? (
        <Table
          isSmall
          label="Exposure and score"
          rows={names}
          keyOf={({ key }) => key}
          empty="No name has a score."
          columns={[
            { head: 'Name', text: ({ name }) => name },
            {
              head: unitWords(figures),
              isFigure: true,
              text: ({ exposure }) => inUnit(exposure, unit),
            },
            { head: 'Score', isFigure: true, text: ({ score }) => score.toFixed(2) },
          ]}
        />
      ) : (
        <>
          <p className={styles.note}>
            {unitWords(figures)} against score,{' '}
            {plural(figures.names - figures.unscored.names, 'scored name')}, filled: over a limit
          </p>
          <div className={styles.chart} ref={room}>
            {width === null || names === undefined ? null : (
              <svg height={HEIGHT} aria-hidden="true">
                {exposureMap(
                  names.map(({ name, score, exposure, isBreached }) => ({
                    ...{ name, isBreached, score: Math.round(score * 100) },
                    exposure: sizeOf(exposure, unit),
                  })),
                  { width: width - AXIS, height: HEIGHT },
                ).map(drawn)}
              </svg>
            )}
          </div>
        </>
      )}
    </Section>
  );
}

/** What the style sheet leaves at the left of the plot. */
const AXIS = 48;

function finding({ bands }: Figures): string {
  const below = bands
    .filter(({ band }) => band === 'ELEVATED' || band === 'HIGH')
    .reduce((sum, { share }) => sum + share, 0);
  return `${percent(below)} of the exposure scores below 60`;
}

function namesOf(positions: readonly Position[]): ScoredName[] {
  const names = new Map<string, ScoredName>();
  for (const { provider, name, score, name_exposure: exposure, breaches } of positions) {
    if (provider === null || score === null) continue;
    const isBreached = (names.get(provider)?.isBreached ?? false) || breaches.length > 0;
    names.set(provider, { key: provider, name, score, exposure, isBreached });
  }
  return [...names.values()];
}

// A score over time as a step line on a fixed scale from 0 to 100, over the tints of the bands. Arrow keys walk its steps,
// and a table says the same.

import { stepPath } from '@rf-indicators/contract/step-path';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { BANDS, bandName } from '../band.tsx';
import { Button } from '../button.tsx';
import { hundredths, shortUtcInstant } from '../words.ts';
import styles from './history.module.css';
import { Lane, type Mark } from './lane.tsx';
import {
  findingOf,
  type HistoryStep,
  type Period,
  periodOf,
  placeIn,
  RANGES,
  type Range,
  stepsIn,
} from './period.ts';

export interface HistoryProps {
  /** Oldest first. */
  steps: readonly HistoryStep[];
  marks: readonly Mark[];
  now: number;
  /** What happened, of a row of the table. */
  table: (steps: readonly HistoryStep[]) => ReactNode;
}

const BOUNDS = [80, 60, 40] as const;
const AREAS = BANDS.map((band, at) => {
  const [top, bottom] = [[100, ...BOUNDS][at]!, [...BOUNDS, 0][at]!];
  return { band, top, height: top - bottom };
});

export function History({ steps, marks, now, table }: HistoryProps) {
  const [range, setRange] = useState<Range>('90d');
  const [isTable, setTable] = useState(false);
  const period = periodOf(range, steps, now);
  const shown = stepsIn(steps, period);
  return (
    <div>
      <div className={styles.head}>
        <div>
          <h3 className={styles.finding}>{findingOf(shown, range)}</h3>
          <p className={styles.unit}>Score from 0 to 100, higher is safer · UTC days</p>
        </div>
        <fieldset className={styles.ranges} aria-label="Period">
          {(Object.keys(RANGES) as Range[]).map((one) => (
            <button key={one} type="button" aria-pressed={one === range} onClick={() => setRange(one)}>
              {RANGES[one]}
            </button>
          ))}
        </fieldset>
      </div>
      {isTable ? table(shown) : <Chart steps={shown} marks={marks} period={period} />}
      <Button kind="quiet" onPress={() => setTable(!isTable)}>
        {isTable ? 'Show as a chart' : 'Show as a table'}
      </Button>
    </div>
  );
}

const KEYS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_, last) => last,
};

function Chart({
  steps,
  marks,
  period,
}: {
  steps: readonly HistoryStep[];
  marks: readonly Mark[];
  period: Period;
}) {
  const place = placeIn(period);
  const [walked, setWalked] = useState<number | null>(null);
  const last = steps.length - 1;
  const at = Math.min(walked ?? last, last);
  const step = steps[at];
  const onKeyDown = (event: KeyboardEvent) => {
    const move = KEYS[event.key];
    if (move === undefined || step === undefined) return;
    event.preventDefault();
    setWalked(move(at, last));
  };
  const line = stepPath(
    steps.map(({ from, until, score }) => ({ from, until, finalScore: score })),
    (instant) => String(Math.round(place(instant) * 100)),
    (score) => String(10_000 - Math.round(score * 100)),
    period.until,
  );
  return (
    <>
      {/* No native control walks along a chart. */}
      <div
        role="slider"
        tabIndex={0}
        className={styles.chart}
        aria-label="Step of the history"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={Math.max(0, at)}
        aria-valuetext={step === undefined ? 'no score' : wordsOf(step)}
        onKeyDown={onKeyDown}
      >
        <svg aria-hidden="true" className={styles.plot} width="100%" height="240">
          {AREAS.map(({ band, top, height }) => (
            <rect
              key={band}
              className={styles[band.toLowerCase()]}
              y={`${100 - top}%`}
              width="100%"
              height={`${height}%`}
            />
          ))}
          {BOUNDS.map((bound) => (
            <line
              key={bound}
              className={styles.bound}
              x2="100%"
              y1={`${100 - bound}%`}
              y2={`${100 - bound}%`}
            />
          ))}
          {marks
            .filter(({ kind, at: when }) => kind === 'framework' && when > period.since)
            .map(({ at: when }) => (
              <line
                key={when}
                className={styles.rule}
                x1={`${place(when)}%`}
                x2={`${place(when)}%`}
                y2="100%"
              />
            ))}
          <svg viewBox="0 0 10000 10000" preserveAspectRatio="none" overflow="visible" aria-hidden="true">
            <path className={styles.line} vectorEffect="non-scaling-stroke" d={line} />
          </svg>
          {step === undefined ? null : (
            <circle
              className={styles.point}
              cx={`${place(walked === null ? period.until : step.from)}%`}
              cy={`${100 - step.score / 100}%`}
              r="4"
            />
          )}
        </svg>
        <svg aria-hidden="true" className={styles.names} width="96" height="240">
          {AREAS.map(({ band, top, height }) => (
            <text
              key={band}
              className={styles[`${band.toLowerCase()}Name`]}
              x="8"
              y={`${100 - top + height / 2}%`}
              dy="4"
            >
              {bandName(band)}
            </text>
          ))}
        </svg>
      </div>
      <Lane marks={marks} steps={steps} period={period} />
      <p className={styles.said}>{step === undefined ? 'No score in this period.' : wordsOf(step)}</p>
    </>
  );
}

/** "From 4 Nov, 18:00 UTC: 76.98, Medium risk." */
export function wordsOf({ from, score, band, stale_reason }: HistoryStep): string {
  const stale = stale_reason === null ? '' : ` Stale: ${stale_reason}`;
  return `From ${shortUtcInstant(from)}: ${hundredths(score)}, ${bandName(band)}.${stale}`;
}

// A score over time: the chart that public pages have, with arrow keys that walk its steps. A table says the same.

import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { bandName } from '../charts/bands.ts';
import { draw } from '../charts/drawing.ts';
import { type ChartMark, heightOf, historyDrawing, type Period, placeIn } from '../charts/history.ts';
import { Button } from './button.tsx';
import { drawn } from './drawn.tsx';
import { hundredths, shortUtcInstant, utcDate } from './format.ts';
import styles from './history.module.css';

const DAY = 24 * 60 * 60 * 1000;
const RANGES = { '90d': '90 days', '1y': '1 year', all: 'all' } as const;
type Range = keyof typeof RANGES;

export interface HistoryStep {
  from: number;
  /** Null for the current step. */
  until: number | null;
  /** In hundredths. */
  score: number;
  band: string;
  /** What its publication was, such as renewal. */
  kind: string;
  verification_id: string;
  framework_version: string;
  /** Null unless the indicator was stale. */
  stale_reason: string | null;
}

interface HistoryProps {
  /** Oldest first. */
  steps: readonly HistoryStep[];
  marks: readonly ChartMark[];
  now: number;
  /** The same as a table. */
  table: (steps: readonly HistoryStep[]) => ReactNode;
}

export function History({ steps, marks, now, table }: HistoryProps) {
  const [range, setRange] = useState<Range>('90d');
  const [isTable, setTable] = useState(false);
  const period = periodOf(range, steps, now);
  const shown = steps.filter(({ until }) => until === null || until > period.since);
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
      {isTable ? (
        table(shown)
      ) : (
        <Chart steps={shown} marks={marks.filter(({ at }) => at >= period.since)} period={period} />
      )}
      <Button kind="quiet" onPress={() => setTable(!isTable)}>
        {isTable ? 'Show as a chart' : 'Show as a table'}
      </Button>
    </div>
  );
}

function periodOf(range: Range, steps: readonly HistoryStep[], now: number): Period {
  const since = range === 'all' ? (steps[0]?.from ?? now - DAY) : now - (range === '1y' ? 365 : 90) * DAY;
  return { since: Math.min(since, now - DAY), until: now };
}

/** "Down 0.88 in 90 days". */
function findingOf(steps: readonly HistoryStep[], range: Range): string {
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return 'No score in this period';
  const change = last.score - first.score;
  const when = range === 'all' ? 'since the first score' : `in ${RANGES[range]}`;
  if (change === 0) return `The same as before ${when}`.replace('before in', 'before,');
  return `${change > 0 ? 'Up' : 'Down'} ${(Math.abs(change) / 100).toFixed(2)} ${when}`;
}

const KEYS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_, last) => last,
};

type ChartProps = Pick<HistoryProps, 'steps' | 'marks'> & { period: Period };

function Chart({ steps, marks, period }: ChartProps) {
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
  const { plot, names, lane, axis } = historyDrawing({
    steps: steps.map(({ from, until, score, band, stale_reason }) => ({
      ...{ from, until, finalScore: score, riskBand: band },
      isStale: stale_reason !== null,
    })),
    marks,
    period,
  });
  return (
    <>
      {/* No native control walks along a chart. */}
      <div
        role="slider"
        tabIndex={0}
        className="history-chart"
        aria-label="Step of the history"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={Math.max(0, at)}
        aria-valuetext={step === undefined ? 'no score' : wordsOf(step)}
        onKeyDown={onKeyDown}
      >
        <svg aria-hidden="true" className="plot">
          {plot.map(drawn)}
          {walked === null || step === undefined ? null : drawn(pointOf(step, period))}
        </svg>
        <svg aria-hidden="true" className="names">
          {names.map(drawn)}
        </svg>
        <svg aria-hidden="true" className="lane">
          {lane.map(drawn)}
        </svg>
        <svg aria-hidden="true" className="axis">
          {axis.map(drawn)}
        </svg>
      </div>
      {marks.length === 0 ? null : (
        <ul className={styles.marks}>
          {marks.map(({ at: when, kind, label }) => (
            <li key={`${kind} ${when}`}>
              {utcDate(new Date(when).toISOString().slice(0, 10))}: {label}
            </li>
          ))}
        </ul>
      )}
      <p className={styles.said}>{step === undefined ? 'No score in this period.' : wordsOf(step)}</p>
    </>
  );
}

function pointOf({ from, score }: HistoryStep, period: Period) {
  return draw('circle', { class: 'walked', cx: `${placeIn(period)(from)}%`, cy: heightOf(score), r: 4 });
}

/** "From 4 Nov, 18:00 UTC: 76.98, Medium risk." */
function wordsOf({ from, score, band, stale_reason }: HistoryStep): string {
  const stale = stale_reason === null ? '' : ` Stale: ${stale_reason}`;
  return `From ${shortUtcInstant(from)}: ${hundredths(score)}, ${bandName(band)}.${stale}`;
}

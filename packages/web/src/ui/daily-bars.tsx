// Requests a day: thirty bars from 0, refused ones hatched on top, today outlined because it is not over. Arrow keys
// walk the days.

import { scaleLinear } from 'd3-scale';
import { type KeyboardEvent, useState } from 'react';
import styles from './daily-bars.module.css';
import { count, utcDate, utcDay } from './format.ts';
import { Hatch } from './meter.tsx';

export interface DayOfUsage {
  day: string;
  accepted: number;
  refused: number;
}

interface DailyBarsProps {
  /** One entry for each day, oldest first; the last is today. */
  days: readonly DayOfUsage[];
  label: string;
  height?: number;
}

const TOP = 20;
const FOOT = 20;
/** The share of a day that is left free between two bars. */
const GAP = 0.25;
/** A day is marked where it has at least this share of the highest bar refused, or the most. */
const MARKED_SHARE = 0.05;

export function DailyBars({ days, label, height = 120 }: DailyBarsProps) {
  const [walked, setWalked] = useState<number | null>(null);
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setWalked((at) => Math.max(0, Math.min(days.length - 1, (at ?? days.length) + step)));
  };
  const shown = walked === null ? null : days[walked]!;
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a chart that arrow keys walk has no element of its own */}
      <div
        className={styles.box}
        role="group"
        aria-roledescription="chart"
        aria-label={`${label}. Arrow keys walk the days.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the days are walked with arrow keys
        tabIndex={0}
        onKeyDown={walk}
        onBlur={() => setWalked(null)}
        onMouseLeave={() => setWalked(null)}
      >
        <Plot days={days} height={height} walked={walked} onWalk={setWalked} />
      </div>
      <p className={styles.said} role="status">
        {shown === null
          ? ' '
          : `${utcDate(shown.day)}: ${count(shown.accepted)} accepted, ${count(shown.refused)} refused`}
      </p>
    </div>
  );
}

interface PlotProps {
  days: readonly DayOfUsage[];
  height: number;
  walked: number | null;
  onWalk: (at: number) => void;
}

/** Places are shares of the width, so that the chart has the width of its room at once. */
function Plot({ days, height, walked, onWalk }: PlotProps) {
  const most = Math.max(4, ...days.map(({ accepted, refused }) => accepted + refused));
  const y = scaleLinear([0, most], [height, 0]).nice(3);
  const step = 100 / days.length;
  const x = (at: number) => `${(at + GAP / 2) * step}%`;
  const barWidth = `${(1 - GAP) * step}%`;
  return (
    <svg aria-hidden="true" className={styles.plot} height={TOP + height + FOOT}>
      <Hatch />
      <g transform={`translate(0 ${TOP})`}>
        {y.ticks(3).map((tick) => (
          <g key={tick}>
            <line x2="100%" y1={y(tick)} y2={y(tick)} className={tick === 0 ? styles.axis : styles.grid} />
            {tick === 0 ? null : (
              <text x={-8} y={y(tick) + 4} textAnchor="end">
                {count(tick)}
              </text>
            )}
          </g>
        ))}
        {days.map(({ day, accepted, refused }, at) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the same can be read with arrow keys
          <g key={day} onMouseEnter={() => onWalk(at)} className={walked === at ? styles.walked : undefined}>
            <rect x={`${at * step}%`} y={0} width={`${step}%`} height={height} className={styles.target} />
            <rect
              x={x(at)}
              width={barWidth}
              y={y(accepted)}
              height={height - y(accepted)}
              className={at === days.length - 1 ? styles.today : styles.bar}
            />
            {refused === 0 ? null : (
              <rect
                x={x(at)}
                width={barWidth}
                y={y(accepted + refused)}
                height={y(accepted) - y(accepted + refused)}
                className={styles.refused}
              />
            )}
          </g>
        ))}
        <Refusals days={days} most={most} place={x} y={(value) => y(value)} />
        <text y={height + 16}>{utcDay(days[0]!.day)}</text>
        <text x="100%" y={height + 16} textAnchor="end" className={styles.now}>
          today, so far {count(days.at(-1)!.accepted)}
        </text>
      </g>
    </svg>
  );
}

interface RefusalsProps {
  days: readonly DayOfUsage[];
  most: number;
  place: (at: number) => string;
  y: (value: number) => number;
}

/** The number of refused requests beside the days that have many. */
function Refusals({ days, most, place, y }: RefusalsProps) {
  return days.map(({ day, accepted, refused }, at) =>
    refused < most * MARKED_SHARE ? null : (
      <text
        key={day}
        x={place(at)}
        dx={-4}
        y={Math.max(4, y(accepted + refused) + 12)}
        textAnchor={at < 5 ? 'start' : 'end'}
        className={styles.now}
      >
        {count(refused)} refused
      </text>
    ),
  );
}

// Requests a day: thirty bars from 0, refused ones hatched on top, today outlined because it is not over.

import { scaleLinear } from 'd3-scale';
import { useId, useState } from 'react';
import { Button } from './button.tsx';
import styles from './daily-bars.module.css';
import { Hatch } from './meter.tsx';
import { count, utcDate, utcDay } from './words.ts';

const DAY = 24 * 60 * 60 * 1000;
const DAYS = 30;
const PLOT = { width: 352, height: 120, left: 40, bottom: 20 };

export interface Usage {
  day: string;
  accepted: number;
  refused: number;
}

export function DailyBars({
  days,
  label,
  now,
}: {
  days: readonly Usage[] | undefined;
  label: string;
  now: number;
}) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const shown = lastDays(days ?? [], now);
  const most = Math.max(4, ...shown.map(({ accepted, refused }) => accepted + refused));
  const y = scaleLinear([0, most], [PLOT.height, 0]).nice(3);
  const step = (PLOT.width - PLOT.left) / DAYS;
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption id={id} className="visually-hidden">
        {label}
      </figcaption>
      {asTable ? (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">UTC day</th>
              <th scope="col">Accepted</th>
              <th scope="col">Refused</th>
            </tr>
          </thead>
          <tbody>
            {shown.toReversed().map(({ day, accepted, refused }) => (
              <tr key={day}>
                <th scope="row">{utcDate(day)}</th>
                <td>{count(accepted)}</td>
                <td>{count(refused)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <svg
          role="img"
          aria-label={`${label}: ${count(total(shown))} in ${DAYS} days`}
          viewBox={`0 0 ${PLOT.width} ${PLOT.height + PLOT.bottom + 8}`}
          className={styles.plot}
        >
          <Hatch />
          <g transform="translate(0 8)">
            {y.ticks(2).map((tick) => (
              <g key={tick}>
                <line
                  x1={PLOT.left}
                  x2={PLOT.width}
                  y1={y(tick)}
                  y2={y(tick)}
                  className={tick === 0 ? styles.axis : styles.grid}
                />
                {tick === 0 ? null : (
                  <text x={PLOT.left - 8} y={y(tick) + 4} textAnchor="end">
                    {count(tick)}
                  </text>
                )}
              </g>
            ))}
            {shown.map(({ day, accepted, refused }, at) => {
              const x = PLOT.left + at * step + 1;
              const width = step - 3;
              const isToday = at === DAYS - 1;
              return (
                <g key={day}>
                  <title>{`${utcDate(day)}: ${count(accepted)} accepted, ${count(refused)} refused`}</title>
                  <rect x={x} y={0} width={step} height={PLOT.height} className={styles.target} />
                  <rect
                    x={x}
                    width={width}
                    y={y(accepted)}
                    height={PLOT.height - y(accepted)}
                    className={isToday ? styles.today : styles.bar}
                  />
                  {refused === 0 ? null : (
                    <rect
                      x={x}
                      width={width}
                      y={y(accepted + refused)}
                      height={y(accepted) - y(accepted + refused)}
                      className={styles.refused}
                    />
                  )}
                </g>
              );
            })}
            <text x={PLOT.left} y={PLOT.height + 16}>
              {utcDay(shown[0]!.day)}
            </text>
            <text x={PLOT.width} y={PLOT.height + 16} textAnchor="end">
              today, so far {count(shown.at(-1)!.accepted)}
            </text>
          </g>
        </svg>
      )}
      <Button kind="quiet" onPress={() => setAsTable(!asTable)}>
        {asTable ? 'Chart' : 'Table'}
      </Button>
    </figure>
  );
}

/** One entry for each of the last days, also for those without requests; oldest first. */
function lastDays(days: readonly Usage[], now: number): Usage[] {
  const byDay = new Map<string, Usage>();
  for (const { day, accepted, refused } of days) {
    const known = byDay.get(day) ?? { day, accepted: 0, refused: 0 };
    byDay.set(day, { day, accepted: known.accepted + accepted, refused: known.refused + refused });
  }
  return Array.from({ length: DAYS }, (_, at) => {
    const day = new Date(now - (DAYS - 1 - at) * DAY).toISOString().slice(0, 10);
    return byDay.get(day) ?? { day, accepted: 0, refused: 0 };
  });
}

function total(days: readonly Usage[]): number {
  return days.reduce((sum, { accepted }) => sum + accepted, 0);
}

// The lane under a history: what happened besides changes of the score.

import { utcDate } from '../words.ts';
import styles from './history.module.css';
import { type HistoryStep, type Period, placeIn } from './period.ts';

export interface Mark {
  at: number;
  kind: 'framework' | 'corrected' | 'withdrawn';
  label: string;
}

const day = (at: number) => utcDate(new Date(at).toISOString().slice(0, 10));

export interface LaneProps {
  marks: readonly Mark[];
  steps: readonly HistoryStep[];
  period: Period;
}

export function Lane({ marks, steps, period }: LaneProps) {
  const place = placeIn(period);
  const shown = marks.filter(({ at }) => at >= period.since);
  const stale = steps.filter(({ stale_reason }) => stale_reason !== null);
  return (
    <>
      <div className={styles.lane}>
        <svg aria-hidden="true" width="100%" height="16">
          <pattern id="stale-hatch" width="6" height="6" patternUnits="userSpaceOnUse">
            <path d="M0 6L6 0" stroke="var(--bar)" />
          </pattern>
          {stale.map(({ from, until }) => (
            <rect
              key={from}
              x={`${place(from)}%`}
              y="4"
              width={`${Math.max(0.3, place(until ?? period.until) - place(from))}%`}
              height="8"
              fill="url(#stale-hatch)"
              stroke="var(--bar)"
            />
          ))}
          {shown.map(({ at, kind }) => (
            <svg key={`${kind} ${at}`} x={`${place(at)}%`} overflow="visible" aria-hidden="true">
              <MarkShape kind={kind} />
            </svg>
          ))}
        </svg>
      </div>
      <p className={styles.axis}>
        <span>{day(period.since)}</span>
        <span>{day(period.until)}</span>
      </p>
      {shown.length === 0 ? null : (
        <ul className={styles.marks}>
          {shown.map(({ at, kind, label }) => (
            <li key={`${kind} ${at}`}>
              <svg width="12" height="16" viewBox="-6 0 12 16" aria-hidden="true">
                <MarkShape kind={kind} />
              </svg>{' '}
              {day(at)}: {label}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function MarkShape({ kind }: { kind: Mark['kind'] }) {
  if (kind === 'framework') return <path d="M0 3L5 8L0 13L-5 8Z" fill="var(--ink)" />;
  if (kind === 'corrected')
    return <circle cy="8" r="4" fill="var(--page)" stroke="var(--ink)" strokeWidth="1.5" />;
  return <path d="M-4 4L4 12M4 4L-4 12" stroke="var(--ink)" strokeWidth="1.5" />;
}

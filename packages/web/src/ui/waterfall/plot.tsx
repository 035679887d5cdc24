// The drawn column of the waterfall: one picture for each row, all on the same axis.

import type { ReactNode } from 'react';
import { type Axis, anchorOf, BAR, BREAK, HATCH, percent, share } from './axis.ts';
import { FULL, type Step } from './steps.ts';
import styles from './waterfall.module.css';

const LABELS_HEIGHT = 20;
const HATCH_ID = 'cap-hatch';

export function AxisLabels({ axis }: { axis: Axis }) {
  return (
    <svg aria-hidden="true" className={styles.labels} width="100%" height={LABELS_HEIGHT}>
      {axis.ticks.map((tick) => (
        <text key={tick} x={percent(axis, tick)} y="14" textAnchor={anchorOf(axis, tick)}>
          {tick / 100}
        </text>
      ))}
    </svg>
  );
}

export function StepPlot({ axis, step, kind }: { axis: Axis; step: Step; kind: 'loss' | 'cap' }) {
  const { from, to, isUnproved } = step;
  const [left, right] = [percent(axis, to), percent(axis, from)];
  const isDrawn = from > to;
  return (
    <Picture axis={axis}>
      <line className={styles.connector} x1={right} x2={right} y1="0" y2={isDrawn ? '50%' : '100%'} />
      {isDrawn ? (
        <>
          <Bar axis={axis} from={to} to={from} className={barClass(kind, isUnproved)} />
          <line className={styles.connector} x1={left} x2={left} y1="50%" y2="100%" />
        </>
      ) : null}
    </Picture>
  );
}

function barClass(kind: 'loss' | 'cap', isUnproved: boolean): string {
  return (kind === 'cap' ? styles.cap : isUnproved ? styles.unproved : styles.loss)!;
}

/** The row of an open module: its criteria follow, so nothing is drawn but the way to them. */
export function Passage({ axis, step: { from } }: { axis: Axis; step: Step }) {
  const x = percent(axis, from);
  return (
    <Picture axis={axis}>
      <line className={styles.connector} x1={x} x2={x} y1="0" y2="100%" />
    </Picture>
  );
}

export function FullPlot({ axis }: { axis: Axis }) {
  return (
    <Picture axis={axis}>
      <Bar axis={axis} from={axis.floor} to={FULL} className={styles.track!} />
    </Picture>
  );
}

export function ResultPlot({ axis, final, band }: { axis: Axis; final: number; band: string }) {
  return (
    <Picture axis={axis}>
      <Bar axis={axis} from={axis.floor} to={final} className={styles[band.toLowerCase()] ?? ''} />
      {axis.floor > 0 ? (
        <InMiddle>
          <polygon className={styles.break} points={BREAK} />
        </InMiddle>
      ) : null}
    </Picture>
  );
}

export function Hatching() {
  const { width, height, stripe } = HATCH;
  return (
    <svg aria-hidden="true" className={styles.defs} width="0" height="0">
      <defs>
        <pattern
          id={HATCH_ID}
          width={width}
          height={height}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect className={styles.stripe} width={stripe} height={height} />
        </pattern>
      </defs>
    </svg>
  );
}

interface BarProps {
  axis: Axis;
  from: number;
  to: number;
  className: string;
}

function Bar({ axis, from, to, className }: BarProps) {
  return (
    <InMiddle>
      <rect
        className={className}
        x={percent(axis, from)}
        width={`${share(axis, to) - share(axis, from)}%`}
        {...BAR}
      />
    </InMiddle>
  );
}

function InMiddle({ children }: { children: ReactNode }) {
  return (
    <svg aria-hidden="true" y="50%" overflow="visible">
      {children}
    </svg>
  );
}

function Picture({ axis, children }: { axis: Axis; children: ReactNode }) {
  return (
    <svg aria-hidden="true" className={styles.plot} width="100%" height="100%">
      {axis.ticks.map((tick) => {
        const x = percent(axis, tick);
        return <line key={tick} className={styles.grid} x1={x} x2={x} y1="0" y2="100%" />;
      })}
      {children}
    </svg>
  );
}

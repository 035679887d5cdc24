// The waterfall: from 100.00 to a score, by modules that open into their criteria, one at a time. The table behind it
// says the same.

import { type KeyboardEvent, useState } from 'react';
import { Button } from '../button.tsx';
import { Table } from '../table.tsx';
import { hundredths } from '../words.ts';
import { axisOf } from './axis.ts';
import { AxisLabels, FullPlot, Hatching, Passage, ResultPlot, StepPlot } from './plot.tsx';
import { FULL, lostPoints, type ModuleStep, type Step, type Waterfall } from './steps.ts';
import styles from './waterfall.module.css';

export interface WaterfallProps {
  fall: Waterfall;
  band: string;
}

export function WaterfallChart({ fall, band }: WaterfallProps) {
  const [isTable, setTable] = useState(false);
  const { cap, lost, final } = fall;
  return (
    <div className={styles.chart}>
      {isTable ? <WaterfallTable fall={fall} /> : <Drawn fall={fall} band={band} />}
      <p className={styles.sum}>
        <span className={styles.figures}>
          100.00 − {hundredths(lost)}
          {cap === null ? '' : ` − ${hundredths(cap.lost)}`} = <strong>{hundredths(final)}</strong>
        </span>
        {cap === null ? <span>No hard rule limits this score.</span> : null}
        <Button kind="quiet" onPress={() => setTable(!isTable)}>
          {isTable ? 'Show as a chart' : 'Show as a table'}
        </Button>
      </p>
    </div>
  );
}

/** What the chart shows, in a sentence. */
export function findingOf({ modules, lost, cap, final }: Waterfall): string {
  if (cap !== null) {
    const verb = cap.label.startsWith('Hard rules') ? 'limit' : 'limits';
    return `${cap.label} ${verb} the score to ${hundredths(final)}`;
  }
  if (lost === 0) return 'No points are lost';
  const most = modules.reduce((worst, step) => (step.lost > worst.lost ? step : worst));
  return `${hundredths(lost)} points are lost, most of them in ${most.label.charAt(0).toLowerCase()}${most.label.slice(1)}`;
}

function Drawn({ fall: { modules, cap, final }, band }: WaterfallProps) {
  const [opened, setOpened] = useState<string | null>(null);
  const axis = axisOf(final);
  return (
    <table className={styles.waterfall} aria-label="From 100 to the score">
      <thead>
        <tr>
          <td className={styles.label} />
          <td className={styles.drawn}>
            <Hatching />
            <AxisLabels axis={axis} />
          </td>
          <th scope="col" className={styles.figure}>
            Points
          </th>
          <th scope="col" className={styles.figure}>
            Total
          </th>
        </tr>
      </thead>
      <tbody onKeyDown={walkWithArrows}>
        <tr className={styles.end}>
          <th scope="row">Highest possible score</th>
          <td className={styles.drawn}>
            <FullPlot axis={axis} />
          </td>
          <td className={styles.figure} />
          <td className={styles.figure}>{hundredths(FULL)}</td>
        </tr>
        {modules.map((module) => (
          <Module
            key={module.label}
            module={module}
            axis={axis}
            isOpen={opened === module.label}
            onToggle={() => setOpened(opened === module.label ? null : module.label)}
          />
        ))}
        {cap === null ? null : (
          <tr>
            <th scope="row">{cap.label}</th>
            <td className={styles.drawn}>
              <StepPlot axis={axis} step={cap} kind="cap" />
            </td>
            <Figures step={cap} />
          </tr>
        )}
        <tr className={styles.end}>
          <th scope="row">Score</th>
          <td className={styles.drawn}>
            <ResultPlot axis={axis} final={final} band={band} />
          </td>
          <td className={styles.figure} />
          <td className={styles.figure}>{hundredths(final)}</td>
        </tr>
      </tbody>
    </table>
  );
}

interface ModuleProps {
  module: ModuleStep;
  axis: ReturnType<typeof axisOf>;
  isOpen: boolean;
  onToggle: () => void;
}

function Module({ module, axis, isOpen, onToggle }: ModuleProps) {
  return (
    <>
      <tr>
        <th scope="row">
          <button type="button" className={styles.opener} aria-expanded={isOpen} onClick={onToggle}>
            {module.label}
          </button>
        </th>
        <td className={styles.drawn}>
          {isOpen ? (
            <Passage axis={axis} step={module} />
          ) : (
            <StepPlot axis={axis} step={module} kind="loss" />
          )}
        </td>
        <td className={styles.figure}>{lostPoints(module.lost)}</td>
        <td className={styles.figure}>{isOpen ? '' : hundredths(module.to)}</td>
      </tr>
      {isOpen
        ? module.criteria.map((step) => (
            <tr key={step.label} className={styles.within}>
              <th scope="row">{step.label}</th>
              <td className={styles.drawn}>
                <StepPlot axis={axis} step={step} kind="loss" />
              </td>
              <Figures step={step} />
            </tr>
          ))
        : null}
    </>
  );
}

function Figures({ step: { lost, to } }: { step: Step }) {
  return (
    <>
      <td className={styles.figure}>{lostPoints(lost)}</td>
      <td className={styles.figure}>{hundredths(to)}</td>
    </>
  );
}

function walkWithArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const openers = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = openers.indexOf(event.target as HTMLElement);
  if (step === 0 || at < 0) return;
  event.preventDefault();
  openers[at + step]?.focus();
}

/** The waterfall as a table: every criterion with what it costs, and the running total. */
function WaterfallTable({ fall: { modules, cap } }: { fall: Waterfall }) {
  const rows = modules.flatMap(({ label, criteria }) =>
    criteria.map((step) => ({ ...step, module: label, name: step.label })),
  );
  const capRow = cap === null ? [] : [{ ...cap, module: '', name: cap.label }];
  return (
    <Table
      label="Points by criterion"
      rows={[...rows, ...capRow]}
      keyOf={({ module, name }) => `${module} ${name}`}
      empty="No criterion applies."
      columns={[
        { head: 'Criterion', cell: ({ name }) => name },
        { head: 'Module', isMinor: true, isExtra: true, cell: ({ module }) => module },
        { head: 'Points', isFigure: true, cell: ({ lost }) => lostPoints(lost) },
        { head: 'Total', isFigure: true, isMinor: true, cell: ({ to }) => hundredths(to) },
      ]}
    />
  );
}

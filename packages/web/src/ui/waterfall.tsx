// The waterfall: from 100.00 to a score, by modules that open into their criteria, one at a time. The table behind it
// says the same.

import { type KeyboardEvent, useState } from 'react';
import {
  type Axis,
  axisLabels,
  axisOf,
  fullPlot,
  hatching,
  passage,
  resultPlot,
  stepPlot,
} from '../charts/waterfall.ts';
import { FULL, lostPoints, type ModuleStep, type Step, type Waterfall } from '../charts/waterfall-steps.ts';
import { Button } from './button.tsx';
import { drawn } from './drawn.tsx';
import { hundredths } from './format.ts';
import { Table } from './table.tsx';
import styles from './waterfall.module.css';

interface WaterfallProps {
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
        <span className="figures">
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

function Drawn({ fall: { modules, cap, final }, band }: WaterfallProps) {
  const [opened, setOpened] = useState<string | null>(null);
  const axis = axisOf(final);
  return (
    <table className={styles.waterfall} aria-label="From 100 to the score">
      <thead>
        <tr>
          <td className={styles.label} />
          <td className={styles.drawn}>
            {drawn(hatching())}
            {drawn(axisLabels(axis))}
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
          <td className={styles.drawn}>{drawn(fullPlot(axis))}</td>
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
            <td className={styles.drawn}>{drawn(stepPlot(axis, cap, 'cap'))}</td>
            <Figures step={cap} />
          </tr>
        )}
        <tr className={styles.end}>
          <th scope="row">Score</th>
          <td className={styles.drawn}>{drawn(resultPlot(axis, final, band))}</td>
          <td className={styles.figure} />
          <td className={styles.figure}>{hundredths(final)}</td>
        </tr>
      </tbody>
    </table>
  );
}

interface ModuleProps {
  module: ModuleStep;
  axis: Axis;
  isOpen: boolean;
  onToggle: () => void;
}

function Module({ module, axis, isOpen, onToggle }: ModuleProps) {
  return (
    <>
      <tr>
        <th scope="row">
          <button type="button" className="opener" aria-expanded={isOpen} onClick={onToggle}>
            {module.label}
          </button>
        </th>
        <td className={styles.drawn}>
          {drawn(isOpen ? passage(axis, module) : stepPlot(axis, module, 'loss'))}
        </td>
        <td className={styles.figure}>{lostPoints(module.lost)}</td>
        <td className={styles.figure}>{isOpen ? '' : hundredths(module.to)}</td>
      </tr>
      {isOpen
        ? module.criteria.map((step) => (
            <tr key={step.label} className={styles.within}>
              <th scope="row">{step.label}</th>
              <td className={styles.drawn}>{drawn(stepPlot(axis, step, 'loss'))}</td>
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

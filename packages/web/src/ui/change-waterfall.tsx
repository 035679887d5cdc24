// The way from a published score to the one that would be published: a step for each cause, hatched where a hard rule
// caps the score. The sum stands below it in figures.

import { type ReactNode, useState } from 'react';
import { type ChangeFall, type ChangeStep, changeSum, withoutCaps } from '../charts/change-steps.ts';
import { axisAround, axisLabels, hatching, resultPlot, stepPlot, trackPlot } from '../charts/waterfall.ts';
import { Button } from './button.tsx';
import { drawn } from './drawn.tsx';
import { change, hundredths } from './format.ts';
import styles from './waterfall.module.css';

interface ChangeWaterfallProps {
  fall: ChangeFall;
  /** What the first bar is, such as "Published 2 Sep 2026". */
  beforeLabel: string;
  bandBefore: string;
  bandAfter: string;
  /** The same as a table. */
  table: ReactNode;
}

export function ChangeWaterfall({ table, ...props }: ChangeWaterfallProps) {
  const [isTable, setTable] = useState(false);
  const { fall } = props;
  return (
    <div className={styles.chart}>
      {isTable ? table : <Drawn {...props} />}
      <p className={styles.sum}>
        <span>
          <span className="figures">
            {changeSum(fall)} = <strong>{hundredths(fall.after)}</strong>
          </span>
          .{fall.uncapped === null ? '' : ` ${withoutCaps(fall.uncapped)}`} Higher is safer.
        </span>
        <Button kind="quiet" onPress={() => setTable(!isTable)}>
          {isTable ? 'Show as a chart' : 'Show as a table'}
        </Button>
      </p>
    </div>
  );
}

function Drawn({ fall, beforeLabel, bandBefore, bandAfter }: Omit<ChangeWaterfallProps, 'table'>) {
  const { before, after, steps, uncapped } = fall;
  const axis = axisAround([before, after, ...steps.map(({ to }) => to)]);
  const capped = steps.findIndex(({ isCap, points }) => isCap && points < 0);
  const values = uncapped === null ? steps : steps.slice(0, capped);
  const caps = uncapped === null ? [] : steps.slice(capped);
  const row = (step: ChangeStep) => (
    <tr key={step.label}>
      <th scope="row">{step.label}</th>
      <td className={styles.drawn}>
        {drawn(
          stepPlot(axis, { ...step, lost: -step.points, isUnproved: false }, step.isCap ? 'cap' : 'loss'),
        )}
      </td>
      <td className={styles.figure}>{change(step.points)}</td>
      <td className={styles.figure}>{hundredths(step.to)}</td>
    </tr>
  );
  return (
    <table className={styles.waterfall} aria-label="From the published score to the new one">
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
      <tbody>
        <tr className={styles.end}>
          <th scope="row">{beforeLabel}</th>
          <td className={styles.drawn}>{drawn(resultPlot(axis, before, bandBefore))}</td>
          <td className={styles.figure} />
          <td className={styles.figure}>{hundredths(before)}</td>
        </tr>
        {values.map(row)}
        {uncapped === null ? null : (
          <tr className={styles.within}>
            <th scope="row">Without caps</th>
            <td className={styles.drawn}>{drawn(trackPlot(axis, uncapped))}</td>
            <td className={styles.figure} />
            <td className={styles.figure}>{hundredths(uncapped)}</td>
          </tr>
        )}
        {caps.map(row)}
        <tr className={styles.end}>
          <th scope="row">Would be published</th>
          <td className={styles.drawn}>{drawn(resultPlot(axis, after, bandAfter))}</td>
          <td className={styles.figure} />
          <td className={styles.figure}>{hundredths(after)}</td>
        </tr>
      </tbody>
    </table>
  );
}

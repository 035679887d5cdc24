// The heat map: providers by inputs, with the days until each loses points. Arrow keys move, Enter opens.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { type KeyboardEvent, useRef, useState } from 'react';
import { count, plural } from '../../ui/format.ts';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { inputName } from '../input-names.ts';
import styles from './heat-map.module.css';

type HeatMapData = AnswerOf<'due.map'>;

interface Props {
  map: HeatMapData;
  onOpen: (slug: string, input: string) => void;
}

export function HeatMap({ map: { inputs, providers, more }, onOpen }: Props) {
  const grid = useRef<HTMLTableElement>(null);
  // One cell is a stop of Tab; the arrows move from it.
  const [at, setAt] = useState({ row: 0, column: 0 });
  const gates = inputs.filter(({ is_gate }) => is_gate).length;
  const move = (row: number, column: number) => {
    const next = {
      row: Math.max(0, Math.min(providers.length - 1, row)),
      column: Math.max(0, Math.min(inputs.length - 1, column)),
    };
    setAt(next);
    const cell = grid.current?.rows[next.row + 1]?.cells[next.column + 1]?.querySelector('button');
    cell?.focus();
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const [down, right] = step;
    const isEnd = event.key === 'End';
    if (event.key === 'Home' || isEnd) move(at.row, isEnd ? inputs.length : 0);
    else move(at.row + down, at.column + right);
  };
  return (
    <div className={styles.map}>
      <h2 className={styles.finding}>{findingOf(providers)}</h2>
      <p className={styles.note}>
        UTC days until evidence starts to lose points. Gates stand left of the rule. Dashed: no evidence.
        {more ? ' The first 200 providers by points at stake; filter to see others.' : ''}
      </p>
      <div className={styles.scroll}>
        <table
          ref={grid}
          className={styles.table}
          aria-label="Days left by provider and input"
          onKeyDown={onKeyDown}
        >
          <thead>
            <tr>
              <td className={styles.corner} />
              {inputs.map(({ input }, column) => (
                <th key={input} scope="col" className={column === gates - 1 ? styles.last : undefined}>
                  <span className={styles.head}>{inputName(input)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {providers.map(({ slug, name, days_left, missing }, row) => (
              <tr key={slug}>
                <th scope="row">{name}</th>
                {inputs.map(({ input }, column) => (
                  <td key={input} className={column === gates - 1 ? styles.last : undefined}>
                    <Cell
                      days={days_left[column] ?? null}
                      isMissing={missing.includes(input)}
                      label={`${name}, ${inputName(input)}`}
                      isStop={row === at.row && column === at.column}
                      onFocus={() => setAt({ row, column })}
                      onOpen={() => onOpen(slug, input)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  Home: [0, 0],
  End: [0, 0],
};

interface CellProps {
  days: number | null;
  isMissing: boolean;
  label: string;
  isStop: boolean;
  onFocus: () => void;
  onOpen: () => void;
}

function Cell({ days, isMissing, label, isStop, onFocus, onOpen }: CellProps) {
  const { step, words, shown } = looksOf(days, isMissing);
  return (
    <button
      type="button"
      className={`${styles.cell} ${styles[step]}`}
      tabIndex={isStop ? 0 : -1}
      aria-label={`${label}: ${words}`}
      title={`${label}: ${words}`}
      onFocus={onFocus}
      onClick={onOpen}
    >
      {shown}
    </button>
  );
}

function looksOf(days: number | null, isMissing: boolean) {
  if (isMissing) return { step: 'missing', words: 'no evidence', shown: null };
  if (days === null) return { step: 'none', words: 'does not apply', shown: '·' };
  const words = days <= 0 ? 'lapsed' : `${plural(days, 'day')} left`;
  if (days <= 0) return { step: 'step6', words, shown: <CrossGlyph /> };
  if (days > 60) return { step: 'step1', words, shown: null };
  const step = days > 30 ? 'step2' : days > 14 ? 'step3' : days > 7 ? 'step4' : 'step5';
  return { step, words, shown: count(days) };
}

/** The provider with the most inputs that have lapsed, or how many are close. */
function findingOf(providers: HeatMapData['providers']): string {
  const lapsed = ({ days_left }: (typeof providers)[number]) =>
    days_left.filter((days) => days !== null && days <= 0).length;
  const worst = providers.toSorted((a, b) => lapsed(b) - lapsed(a))[0];
  if (worst !== undefined && lapsed(worst) > 0) {
    const own = worst.days_left.filter((days) => days !== null).length;
    return `${worst.name}: ${count(lapsed(worst))} of ${plural(own, 'input')} ${lapsed(worst) === 1 ? 'has' : 'have'} lapsed`;
  }
  const soon = providers.filter(({ days_left }) =>
    days_left.some((days) => days !== null && days <= 7),
  ).length;
  return soon === 0
    ? 'Nothing lapses within 7 days'
    : `${plural(soon, 'provider')} ${soon === 1 ? 'has' : 'have'} inputs that lapse within 7 days`;
}

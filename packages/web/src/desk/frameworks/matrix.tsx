// The migration matrix: how many providers move from which band to which. Rows are old, columns new, safest first. A cell
// filters the list of providers.

import { BANDS, bandName } from '../../charts/bands.ts';
import { count, plural } from '../../ui/format.ts';
import type { ProviderImpact } from './framework.ts';
import styles from './frameworks.module.css';

const NONE = 'none';
const GROUPS = [...BANDS, NONE] as const;

/** "LOW-MEDIUM", of one provider; also the filter in the address. */
export function cellOf({ before, after }: ProviderImpact): string {
  return `${before?.risk_band ?? NONE}-${after.risk_band ?? NONE}`;
}

export function cellWords(cell: string): string {
  const [before, after] = cell.split('-');
  return `${wordOf(before!)} to ${wordOf(after!)}`;
}

function wordOf(group: string): string {
  return group === NONE ? 'Not scored' : bandName(group);
}

interface MatrixProps {
  providers: readonly ProviderImpact[];
  chosen: string;
  onChoose: (cell: string) => void;
}

export function Matrix({ providers, chosen, onChoose }: MatrixProps) {
  const counts = Map.groupBy(providers, cellOf);
  return (
    <table className={styles.matrix} aria-label="Providers by old and new band">
      <thead>
        <tr>
          <td className={styles.corner}>
            <span className={styles.share}>old, down · new, across</span>
          </td>
          {GROUPS.map((after, at) => (
            <th key={after} scope="col">
              {wordOf(after)}
              {at === BANDS.length - 1 ? <span className="muted"> · riskier</span> : null}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {GROUPS.map((before, row) => (
          <tr key={before}>
            <th scope="row">
              {wordOf(before)}
              {row === BANDS.length - 1 ? <span className="muted"> · safer</span> : null}
            </th>
            {GROUPS.map((after) => {
              const cell = `${before}-${after}`;
              const found = counts.get(cell)?.length ?? 0;
              return (
                <td key={after}>
                  <Cell
                    found={found}
                    all={providers.length}
                    isSame={before === after}
                    isChosen={cell === chosen}
                    words={cellWords(cell)}
                    onPress={() => onChoose(cell === chosen ? '' : cell)}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  found: number;
  all: number;
  isSame: boolean;
  isChosen: boolean;
  words: string;
  onPress: () => void;
}

function Cell({ found, all, isSame, isChosen, words, onPress }: CellProps) {
  if (found === 0)
    return (
      <div className={[styles.cell, styles.none, ...(isSame ? [styles.same] : [])].join(' ')}>
        <span className={styles.count}>0</span>
      </div>
    );
  const share = found / all;
  return (
    <button
      type="button"
      className={[styles.cell, isSame ? styles.same : styles[stepOf(share)]].join(' ')}
      aria-pressed={isChosen}
      aria-label={`${words}: ${plural(found, 'provider')}`}
      onClick={onPress}
    >
      <span className={styles.count}>{count(found)}</span>
      <span className={styles.share}>{shareOf(share)}</span>
    </button>
  );
}

/** A step of the ramp: one in a hundred is calm, half of all is urgent. */
const STEPS = [0.02, 0.05, 0.1, 0.2, 0.5];

function stepOf(share: number): string {
  return `step${1 + STEPS.filter((bound) => share > bound).length}`;
}

function shareOf(share: number): string {
  const percent = share * 100;
  return percent < 1 ? 'under 1 %' : `${Math.round(percent)} %`;
}

// A hypothetical score: the word, then the figure in outline type, in a dashed box.

import { BandChip } from '../../ui/band.tsx';
import { change, hundredths } from '../../ui/words.ts';
import styles from './hypothetical.module.css';

export interface HypotheticalProps {
  /** In hundredths; null if there would be no score. */
  score: number | null;
  band: string | null;
  /** The change of the score, in hundredths; null unless there is a score before and after. */
  points: number | null;
}

export function Hypothetical({ score, band, points }: HypotheticalProps) {
  return (
    <span className={styles.box}>
      <span className={styles.word}>Hypothetical</span>
      {score === null ? (
        <span>no score</span>
      ) : (
        <>
          <span className={styles.figure}>{hundredths(score)}</span>
          {band === null ? null : <BandChip band={band} />}
          {points === null ? null : <span className={styles.points}>{change(points)}</span>}
        </>
      )}
    </span>
  );
}

// How far the votes are from the quorum: those for it, those against it, one's own while it is open, and what is left.

import { count } from '../../ui/format.ts';
import { Hatch } from '../../ui/meter.tsx';
import type { Matter } from './matter.ts';
import styles from './quorum-bar.module.css';

const HEIGHT = 8;

export function QuorumBar({ matter }: { matter: Matter }) {
  const { for: inFavour, against, quorum, may_vote, your_vote } = matter;
  const own = may_vote && your_vote === null ? 1 : 0;
  const all = Math.max(quorum, inFavour + against + own);
  const at = (votes: number) => `${(votes / all) * 100}%`;
  const words = [`${count(inFavour)} for`, `${count(against)} against`, ...(own === 0 ? [] : ['yours open'])];
  return (
    <div className={styles.quorum}>
      <svg className={styles.bar} width="100%" height="16" aria-hidden="true">
        <Hatch />
        <rect className={styles.left} x="0.5" y="4.5" width={at(all)} height={HEIGHT - 1} />
        <rect x="0" y="4" width={at(inFavour)} height={HEIGHT} fill="var(--ink)" />
        <rect
          className={styles.against}
          x={at(inFavour)}
          y="4"
          width={at(against)}
          height={HEIGHT}
          fill="url(#hatch)"
        />
        <line className={styles.mark} x1={at(quorum)} x2={at(quorum)} y1="0" y2="16" />
      </svg>
      <p className={styles.words}>
        <span>{words.join(' · ')}</span>
        <strong>quorum {count(quorum)}</strong>
      </p>
    </div>
  );
}

// Decisions carry no colour: ALLOW is outlined, REVIEW hatched, BLOCK ink.

import styles from './decision.module.css';

export type Decision = 'ALLOW' | 'REVIEW' | 'BLOCK';

export const DECISIONS: readonly Decision[] = ['ALLOW', 'REVIEW', 'BLOCK'];

/** `isIdle` is for a rule that never decides. */
export function DecisionChip({ decision, isIdle = false }: { decision: Decision; isIdle?: boolean }) {
  const kinds = [styles.chip, styles[decision.toLowerCase()], ...(isIdle ? [styles.idle] : [])];
  return (
    <span className={kinds.join(' ')}>
      <span>{decision}</span>
    </span>
  );
}

/** The pattern of REVIEW in drawings. */
export function ReviewPattern() {
  return (
    <svg aria-hidden="true" className={styles.pattern} width="0" height="0">
      <defs>
        <pattern id="review" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="4" height="4" fill="var(--surface)" />
          <rect width="2" height="4" fill="var(--bar)" />
        </pattern>
      </defs>
    </svg>
  );
}

/** How a decision is drawn in a bar. */
export const DRAWN: Readonly<Record<Decision, { fill: string; stroke: string }>> = {
  ALLOW: { fill: 'var(--track)', stroke: 'none' },
  REVIEW: { fill: 'url(#review)', stroke: 'var(--bar)' },
  BLOCK: { fill: 'var(--ink)', stroke: 'none' },
};

// A state in a word, with its glyph. What failed is inverted: there is no red.

import { CrossGlyph, DotGlyph, EmptyGlyph, WaitingGlyph } from './glyphs.tsx';
import styles from './state.module.css';
import type { StateKind } from './state-kind.ts';

export type { StateKind };

const GLYPHS = { good: DotGlyph, waiting: WaitingGlyph, failed: CrossGlyph, off: EmptyGlyph };

export function State({ kind, children }: { kind: StateKind; children: string }) {
  const Glyph = GLYPHS[kind];
  return (
    <span className={kind === 'failed' ? `${styles.state} ${styles.failed}` : styles.state}>
      <Glyph />
      {children}
    </span>
  );
}

// What is said about a document above its sheet.

import type { ReactNode } from 'react';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import styles from './document.module.css';

export function Note({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}

/** The quote, where the document does not show it. */
export function Cited({ quote, why }: { quote: string | null; why: string }) {
  return (
    <div className={styles.cited}>
      <p className={styles.why} role="status">
        <CrossGlyph /> {why}
      </p>
      {quote === null ? (
        <p className={styles.none}>The evidence cites no quote.</p>
      ) : (
        <blockquote className={styles.quote}>{quote}</blockquote>
      )}
    </div>
  );
}

// The panel beside a list: one entry of it. Escape closes it, and the focus returns to the row.

import { type ReactNode, useEffect } from 'react';
import { Button } from './button.tsx';
import { CrossGlyph } from './glyphs.tsx';
import styles from './panel.module.css';

interface SplitProps {
  list: ReactNode;
  panel: ReactNode | null;
  /** For panels with a form or a mail in them. */
  isWide?: boolean;
}

/** A list, and the panel beside it while something is open. */
export function Split({ list, panel, isWide = false }: SplitProps) {
  const split = isWide ? `${styles.split} ${styles.wide}` : styles.split;
  return (
    <div className={panel === null ? undefined : split}>
      <div className={styles.list}>{list}</div>
      {panel}
    </div>
  );
}

const OPEN_ROW = 'tbody th > :is([aria-expanded="true"], [aria-current="true"])';

interface PanelProps {
  title: string;
  /** One line of facts under the title. */
  facts?: ReactNode;
  children: ReactNode;
  onClose: () => void;
}

export function Panel({ title, facts, children, onClose }: PanelProps) {
  const close = () => {
    // Also for people who came by a link and have not pressed the row.
    const row = document.querySelector<HTMLElement>(OPEN_ROW);
    onClose();
    (row ?? document.getElementById('main'))?.focus();
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A dialog above the panel takes Escape for itself.
      if (
        event.key === 'Escape' &&
        document.querySelector('[aria-modal="true"], [role="dialog"], [role="alertdialog"]') === null
      )
        close();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return (
    <aside className={styles.panel} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <span className={styles.close}>
          <kbd>Esc</kbd>
          <Button kind="quiet" label={`Close ${title}`} onPress={close}>
            <CrossGlyph />
          </Button>
        </span>
      </div>
      {facts === undefined ? null : <p className={styles.facts}>{facts}</p>}
      {children}
    </aside>
  );
}

/** Buttons in a row. */
export function Acts({ children }: { children: ReactNode }) {
  return <div className={styles.acts}>{children}</div>;
}

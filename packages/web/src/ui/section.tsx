// A section: heading, rule, content.

import type { ReactNode } from 'react';
import styles from './section.module.css';

interface SectionProps {
  title: string;
  /** A quiet act or link at the right of the heading. */
  aside?: ReactNode;
  note?: string;
  children: ReactNode;
}

export function Section({ title, aside, note, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {aside === undefined ? null : <div className={styles.aside}>{aside}</div>}
      </div>
      {note === undefined ? null : <p className={styles.note}>{note}</p>}
      <div className={styles.content}>{children}</div>
    </section>
  );
}

// A link or button with the key that does the same, close to it.

import type { ReactNode } from 'react';
import styles from './document.module.css';

export function Keyed({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className={styles.keyed}>
      {children}
      <kbd>{name}</kbd>
    </span>
  );
}

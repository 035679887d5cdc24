// The plain page of everything around sign-in.

import type { ReactNode } from 'react';
import styles from './sign-in.module.css';

export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.page}>
      <title>{`${title} · RF Risk Indicators`}</title>
      <p className={styles.product}>
        <strong>RF</strong> Risk Indicators
      </p>
      <h1>{title}</h1>
      {children}
    </main>
  );
}

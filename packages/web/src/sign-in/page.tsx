// The layout of the pages for sign-in, invitations and password resets.

import type { ReactNode } from 'react';
import { SITE_NAME } from '../frame/site-name.ts';
import styles from './sign-in.module.css';

export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.page}>
      <title>{`${title} · ${SITE_NAME}`}</title>
      <p className={styles.product}>
        <strong>{SITE_NAME}</strong>
      </p>
      <h1>{title}</h1>
      {children}
    </main>
  );
}

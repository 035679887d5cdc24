// The layout of the pages for sign-in, invitations and password resets.

import type { ReactNode } from 'react';
import { SITE_NAME } from '../frame/site-name.ts';
import styles from './sign-in.module.css';

export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.page} id="main" tabIndex={-1}>
      <title>{`${title} · ${SITE_NAME}`}</title>
      <h1>{title}</h1>
      {children}
    </main>
  );
}

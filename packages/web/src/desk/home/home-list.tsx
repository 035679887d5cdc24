// One of the lists of the home page: at most seven rows, and the way to the rest.

import type { ReactNode } from 'react';
import { PathLink } from '../../frame/path-link.tsx';
import styles from './home.module.css';

export interface HomeRow {
  key: string;
  /** Where one deals with it. */
  to: string;
  name: string;
  figure: ReactNode;
  detail: ReactNode;
}

interface HomeListProps {
  title: string;
  /** Undefined until they have been read. */
  rows: readonly HomeRow[] | undefined;
  /** Why there are none. */
  empty: ReactNode;
  more?: ReactNode;
}

const MOST = 7;
const LOADING_ROWS = [1, 2, 3, 4];

export function HomeList({ title, rows, empty, more }: HomeListProps) {
  return (
    <section className={styles.list} aria-label={title} aria-busy={rows === undefined}>
      <h2>{title}</h2>
      {rows === undefined ? (
        LOADING_ROWS.map((at) => <div key={at} className={styles.waits} />)
      ) : rows.length === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        <ul>
          {rows.slice(0, MOST).map(({ key, to, name, figure, detail }) => (
            <li key={key} className={styles.row}>
              <PathLink to={to}>{name}</PathLink>
              <span className={styles.figure}>{figure}</span>
              <span className={styles.detail}>{detail}</span>
            </li>
          ))}
        </ul>
      )}
      {more === undefined || rows === undefined ? null : <p className={styles.more}>{more}</p>}
    </section>
  );
}

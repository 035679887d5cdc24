// The title row of a page: its name, a note, and the one main act at its right.

import { createContext, type ReactNode, useContext } from 'react';
import { clock } from '../ui/format.ts';
import { SITE_NAME } from './site-name.ts';
import styles from './title.module.css';

/** Since when a page that follows news has no connection; null while it has one, and for pages that follow none. */
export const ConnectionContext = createContext<number | null>(null);

export interface TitleProps {
  title: string;
  /** In the tab of the browser, where it says more: "(14) Approvals". */
  tab?: string;
  /** Empty until it is known; its space is reserved. */
  note?: ReactNode;
  /** The one main act of the page. */
  act?: ReactNode;
}

export function Title({ title, tab = title, note, act }: TitleProps) {
  const cutAt = useContext(ConnectionContext);
  return (
    <>
      <div className={styles.title} data-title="">
        <title>{`${tab} · ${SITE_NAME}`}</title>
        <h1>{title}</h1>
        {note === undefined ? null : <span className={styles.note}>{note}</span>}
        {act === undefined ? null : <div className={styles.act}>{act}</div>}
      </div>
      {cutAt === null ? null : (
        <p className={styles.cut} role="status">
          Last updated {clock(cutAt)}, reconnecting
        </p>
      )}
    </>
  );
}

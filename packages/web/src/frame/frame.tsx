// The frame of signed-in areas: the rail at the left, and the page.

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Person } from '../api/session.ts';
import { roleName } from '../ui/words.ts';
import styles from './frame.module.css';
import { ICONS, type IconName } from './icons.tsx';
import { ThemeSwitch } from './theme.tsx';

export interface FrameSection {
  name: string;
  icon: IconName;
  to: string;
  /** Not also for the pages below it. */
  isExact?: boolean;
  /** What waits there, or how many there are. */
  number?: number | null;
}

export interface FrameProps {
  area: 'Console' | 'Desk';
  /** What is between the name of the area and the sections, such as the workspace. */
  head: ReactNode;
  sections: readonly FrameSection[];
  person: Person;
  /** The page of one's own account. */
  account: string;
  children: ReactNode;
}

export function Frame({ area, head, sections, person, account, children }: FrameProps) {
  return (
    <div className={styles.frame}>
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <nav className={styles.rail} aria-label={area}>
        <p className={styles.area}>
          <strong>RF</strong> {area}
        </p>
        <div className={styles.workspace}>{head}</div>
        <ul className={styles.sections}>
          {sections.map(({ name, icon, to, isExact = false, number = null }) => (
            <li key={to}>
              <Link to={to} title={name} activeOptions={{ exact: isExact, includeSearch: false }}>
                {ICONS[icon]}
                <span className={styles.label}>{name}</span>
                {number === null ? null : <span className={styles.number}>{number}</span>}
              </Link>
            </li>
          ))}
        </ul>
        <div className={styles.foot}>
          <p className={styles.who}>
            <Link to={account}>{person.name}</Link>
          </p>
          <p className={styles.role}>{person.roles.map(roleName).join(', ')}</p>
          <ThemeSwitch />
        </div>
      </nav>
      <main className={styles.main} id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

export interface TitleProps {
  title: string;
  note?: ReactNode;
  /** The one main act of the page. */
  act?: ReactNode;
}

export function Title({ title, note, act }: TitleProps) {
  return (
    <div className={styles.title}>
      <title>{`${title} · RF Risk Indicators`}</title>
      <h1>{title}</h1>
      {note === undefined ? null : <span className={styles.note}>{note}</span>}
      {act === undefined ? null : <div className={styles['main-act']}>{act}</div>}
    </div>
  );
}

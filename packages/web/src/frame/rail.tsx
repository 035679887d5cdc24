// The whole rail: area, what it is about, sections, and who you are.

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ICONS } from './icons.tsx';
import styles from './rail.module.css';
import { activeOptions, type FrameSection } from './section.ts';
import { ThemeSwitch } from './theme.tsx';

export interface RailProps {
  area: 'Console' | 'Desk';
  /** What is between the name of the area and the sections, such as the workspace. */
  head: ReactNode;
  sections: readonly FrameSection[];
  /** Who acts, and the way to their account. */
  foot: ReactNode;
}

export function Rail({ area, head, sections, foot }: RailProps) {
  return (
    <div className={styles.rail}>
      <p className={styles.area}>
        <a href="/">
          <strong>RF</strong> {area}
        </a>
      </p>
      <div className={styles.head}>{head}</div>
      <ul className={styles.sections}>
        {sections.map((section, at) => (
          <li key={section.to}>
            {section.group === undefined || section.group === sections[at - 1]?.group ? null : (
              <p className={styles.group}>{section.group}</p>
            )}
            <Link to={section.to} activeOptions={activeOptions(section)}>
              {ICONS[section.icon]}
              <span>{section.name}</span>
              {(section.number ?? null) === null ? null : (
                <span className={styles.number}>{section.number}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        {foot}
        <ThemeSwitch />
      </div>
    </div>
  );
}

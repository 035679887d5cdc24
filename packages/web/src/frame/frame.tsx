// The frame of signed-in areas: the rail at the left, and the page. The rail folds to icons where room is short, and to
// a bar at the foot on phones; both open the whole rail.

import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { Button as AriaButton, Dialog, Modal, ModalOverlay } from 'react-aria-components';
import styles from './frame.module.css';
import { ICONS } from './icons.tsx';
import { useKeptPlace } from './kept-place.ts';
import { Rail, type RailProps } from './rail.tsx';
import { activeOptions } from './section.ts';

/** How many sections the bar of a phone has room for, beside the button for the rest. */
const ON_PHONES = 4;

export function Frame({ children, ...parts }: RailProps & { children: ReactNode }) {
  useKeptPlace();
  const [isOpen, setOpen] = useState(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rail closes when the page changes
  useEffect(() => setOpen(false), [path]);
  const { area, sections } = parts;
  const rail = <Rail {...parts} />;
  const menu = (
    <AriaButton className={styles.menu!} onPress={() => setOpen(true)}>
      {ICONS.menu}
      <span>
        More<span className="visually-hidden"> of the {area.toLowerCase()}</span>
      </span>
    </AriaButton>
  );
  return (
    <div className={area === 'Desk' ? `${styles.frame} ${styles.desk}` : styles.frame}>
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <nav className={styles.side} aria-label={area}>
        <div className={styles.whole}>{rail}</div>
        <div className={styles.folded}>
          {menu}
          <ul>
            {sections.map((section, at) => (
              <li key={section.to} className={at < ON_PHONES ? undefined : styles['not-on-phones']}>
                <Link to={section.to} title={section.name} activeOptions={activeOptions(section)}>
                  {ICONS[section.icon]}
                  <span>{section.name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </nav>
      <main className={styles.main} id="main" tabIndex={-1}>
        {children}
      </main>
      <ModalOverlay className={styles.scrim!} isOpen={isOpen} onOpenChange={setOpen} isDismissable>
        <Modal className={styles.drawer!}>
          <Dialog aria-label={area} className={styles.whole!}>
            {rail}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </div>
  );
}

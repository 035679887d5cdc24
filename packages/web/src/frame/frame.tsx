// The frame of signed-in areas: the rail at the left, and the page. The rail folds to icons with their words below where
// room is short, and to a bar at the foot on phones; both open the whole rail.

import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { Button as AriaButton, Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { onSearchOpened } from '../api/search.ts';
import styles from './frame.module.css';
import { ICONS, type IconName } from './icons.tsx';

/** A section of an area: its entry in the rail. */
export interface FrameSection {
  name: string;
  icon: IconName;
  to: string;
  /** The group that it is folded into; none for the main ones. */
  group?: string;
  /** Not also for the pages below it. */
  isExact?: boolean;
  /** What waits there, or how many there are. */
  number?: number | null;
}

function activeOptions({ isExact = false }: FrameSection) {
  return { exact: isExact, includeSearch: false };
}

/** How many sections the bar of a phone has room for, beside the button for the rest. */
const ON_PHONES = 4;

export function Frame({ children, ...parts }: RailProps & { children: ReactNode }) {
  useKeptPlace();
  const [isOpen, setOpen] = useState(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rail closes when the page changes
  useEffect(() => setOpen(false), [path]);
  // The search would be below the rail that is open.
  useEffect(() => onSearchOpened(() => setOpen(false)), []);
  const { area, ...rest } = parts;
  const { sections } = rest;
  const rail = <Rail {...rest} />;
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
      <nav className={styles.side} aria-label={area}>
        <div className={styles.whole}>{rail}</div>
        <div className={styles.folded}>
          {menu}
          <ul>
            {sections.filter(isShownIn(path)).map((section, at) => (
              <li key={section.to} className={at < ON_PHONES ? undefined : styles['not-on-phones']}>
                <Link to={section.to} activeOptions={activeOptions(section)}>
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

interface RailProps {
  area: 'Console' | 'Desk';
  /** What is between the name of the area and the sections, such as the workspace. */
  head: ReactNode;
  sections: readonly FrameSection[];
  /** Who acts, and the way to their account. */
  foot: ReactNode;
}

/** Where there are only icons, a section of a group is there while it is open: "More" has the others. */
function isShownIn(path: string) {
  return ({ group, to }: FrameSection) => group === undefined || isWithin(path, to);
}

function isWithin(path: string, to: string): boolean {
  return path === to || path.startsWith(`${to}/`);
}

/** The whole rail: what the area is about, sections, and who you are. */
function Rail({ head, sections, foot }: Omit<RailProps, 'area'>) {
  const groups = Map.groupBy(
    sections.filter(({ group }) => group !== undefined),
    ({ group }) => group!,
  );
  return (
    <div className={styles.rail}>
      <div className={styles.head}>{head}</div>
      <ul className={styles.sections}>
        {sections
          .filter(({ group }) => group === undefined)
          .map((section) => (
            <Entry key={section.to} section={section} />
          ))}
        {[...groups].map(([name, grouped]) => (
          <Group key={name} name={name} sections={grouped} />
        ))}
      </ul>
      <div className={styles.foot}>{foot}</div>
    </div>
  );
}

function Entry({ section }: { section: FrameSection }) {
  return (
    <li>
      <Link to={section.to} activeOptions={activeOptions(section)}>
        {ICONS[section.icon]}
        <span>{section.name}</span>
        {(section.number ?? null) === null ? null : <span className={styles.number}>{section.number}</span>}
      </Link>
    </li>
  );
}

/** Sections behind one line, which a press opens. It is open while one of them is. */
function Group({ name, sections }: { name: string; sections: readonly FrameSection[] }) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isInside = sections.some(({ to }) => isWithin(path, to));
  const [isOpened, setOpened] = useState(false);
  const isOpen = isInside || isOpened;
  return (
    <li>
      <button
        type="button"
        className={styles.group}
        aria-expanded={isOpen}
        // The open section stays in sight.
        aria-disabled={isInside}
        onClick={() => setOpened(!isOpen)}
      >
        {name}
        <span className={styles.number}>{isOpen ? null : sections.length}</span>
        <span className={styles.fold}>{ICONS.fold}</span>
      </button>
      {isOpen ? (
        <ul className={styles.sections}>
          {sections.map((section) => (
            <Entry key={section.to} section={section} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

const STORED = 'place';
/** A scroll after this time would surprise the reader. */
const LATEST_MS = 10_000;
/** Do not scroll a page that the reader has scrolled. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

/** Keeps the place of a page over a reload. Lists are read again then, and the page is too short for its old place at first: the place is taken as soon as there is room for it. Within the application the router does it. */
function useKeptPlace(): void {
  useEffect(() => {
    const store = () => sessionStorage.setItem(STORED, JSON.stringify({ href: location.href, y: scrollY }));
    addEventListener('pagehide', store);
    const stop = restore(wantedPlace());
    return () => {
      removeEventListener('pagehide', store);
      stop();
    };
  }, []);
}

/** 0 unless this page was left at a place and is shown again. */
function wantedPlace(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type !== 'reload' && navigation?.type !== 'back_forward') return 0;
  try {
    const { href, y } = JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as { href?: string; y?: number };
    return href === location.href ? (y ?? 0) : 0;
  } catch {
    return 0;
  }
}

function restore(y: number): () => void {
  if (y === 0) return () => undefined;
  const root = document.documentElement;
  const growing = new ResizeObserver(() => {
    if (root.scrollHeight - innerHeight < y) return;
    scrollTo(0, y);
    stop();
  });
  const timer = setTimeout(() => stop(), LATEST_MS);
  const stop = () => {
    growing.disconnect();
    clearTimeout(timer);
    for (const move of MOVES) removeEventListener(move, stop);
  };
  growing.observe(root);
  for (const move of MOVES) addEventListener(move, stop);
  return stop;
}

// Keeps the place of a page over a reload. Lists are read again then, and the page is too short for its old place at
// first: the place is taken as soon as there is room for it. Within the application the router does it.

import { useEffect } from 'react';

const STORED = 'place';
/** Afterwards it would only surprise the reader. */
const LATEST_MS = 10_000;
/** Whoever moves the page themselves wants to be elsewhere. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

export function useKeptPlace(): void {
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

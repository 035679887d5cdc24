// What moved after it was drawn, and what the policy of the page refused: watched from the first moment.

import { nameOf } from './visible.ts';

const moves: { value: number; parts: string[] }[] = [];
/** Less is a few letters by a few pixels, where a font came late on a busy machine. */
const LEAST = 0.000_005;
const refusals: string[] = [];

const observer = new PerformanceObserver((list) => keep(list.getEntries()));

function keep(entries: readonly PerformanceEntry[]): void {
  for (const { value, hadRecentInput, sources } of entries as LayoutShift[]) {
    if (hadRecentInput || value < LEAST) continue;
    const parts = sources.map(({ node }) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return element ? nameOf(element) : 'what is gone';
    });
    moves.push({ value, parts });
  }
}

export function watch(): void {
  observer.observe({ type: 'layout-shift', buffered: true });
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    refusals.push(`the policy refused ${blockedURI || 'inline'} (${violatedDirective})`);
  });
}

/** When the reader first sees something. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
    }).observe({ type: 'paint', buffered: true });
  });
}

export function whatMoved(): string[] {
  keep(observer.takeRecords());
  return moves.map(({ value, parts }) => `moved by ${value.toFixed(5)} while loading: ${parts.join(', ')}`);
}

export function whatWasRefused(): string[] {
  return refusals;
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: readonly { node: Node | null }[];
}

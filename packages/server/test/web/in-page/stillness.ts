// What moved after it was drawn, and what the policy of the page refused: watched from the first moment.

import { nameOf } from './visible.ts';

/** On a busy machine the font of a chip may come a moment after its text, and move it by a fraction of a pixel. */
const NOTICEABLE = 0.0001;

const moves: { value: number; parts: string[] }[] = [];
const refusals: string[] = [];

export function watch(): void {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      if (entry.hadRecentInput || entry.value < NOTICEABLE) continue;
      const parts = entry.sources.flatMap(({ node }) => (node instanceof Element ? [nameOf(node)] : []));
      moves.push({ value: entry.value, parts });
    }
  }).observe({ type: 'layout-shift', buffered: true });
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    refusals.push(`the policy refused ${blockedURI || 'inline'} (${violatedDirective})`);
  });
}

export function whatMoved(): string[] {
  return moves.map(({ value, parts }) => `moved by ${value.toFixed(4)} while loading: ${parts.join(', ')}`);
}

export function whatWasRefused(): string[] {
  return refusals;
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: readonly { node: Node | null }[];
}

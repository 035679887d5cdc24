// The columns rise from the left to the right while the sum counts: once, and all at once for readers who prefer less motion.

import { hundredths } from '../../charts/hundredths.ts';
import { partsChart, type ScoreParts } from '../../charts/parts.ts';
import { made } from '../dom/elements.ts';

const WHOLE_MS = 600;
const COLUMN_MS = 200;

/** Draws the parts, and resolves when they stand and the sum is the score. */
export async function showSum(score: ScoreParts): Promise<void> {
  const chart = document.querySelector('[data-parts]')!;
  const label = chart.querySelector('svg')!.getAttribute('aria-label')!;
  const drawing = made(partsChart(score, { label, hasLosses: true }));
  chart.replaceChildren(drawing);
  chart.toggleAttribute('data-computed', true);
  const sum = document.querySelector<HTMLElement>('[data-sum]')!;
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
    rise(drawing);
    await count(sum, score);
  }
  sum.textContent = hundredths(score.final);
}

/** Each column begins a little after the one to its left. */
function rise(drawing: Element): void {
  const columns = [...drawing.querySelectorAll('.part')];
  const step = (WHOLE_MS - COLUMN_MS) / Math.max(1, columns.length - 1);
  for (const [at, column] of columns.entries()) {
    for (const part of column.querySelectorAll('.part-column, .part-edge, .part-loss')) {
      const from = part.matches('.part-column') ? { transform: 'scaleY(0)' } : { opacity: 0 };
      part.animate([from, {}], {
        ...{ duration: COLUMN_MS, delay: at * step, easing: 'ease-out', fill: 'backwards' },
      });
    }
  }
}

/** What the columns that stand by now contribute. */
function count(place: HTMLElement, { parts, final, uncapped }: ScoreParts): Promise<void> {
  const began = performance.now();
  return new Promise((resolve) => {
    const next = () => {
      const done = Math.min(1, (performance.now() - began) / WHOLE_MS);
      const standing = parts.slice(0, Math.floor(done * parts.length));
      const sum = standing.reduce((total, { weight, lost }) => total + weight - lost, 0);
      place.textContent = hundredths(Math.min(sum, uncapped));
      if (done < 1) requestAnimationFrame(next);
      else {
        place.textContent = hundredths(final);
        resolve();
      }
    };
    next();
  });
}

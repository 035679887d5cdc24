// Where a held score would be without the hard rules, in the headline of the page, for readers who may know it.

import type { ScoreSnapshot } from '@rf-indicators/contract';
import { bandScale } from '../../charts/band-scale.ts';
import { withoutRules } from '../../charts/score-headline.ts';
import { el, made } from '../dom/elements.ts';
import { hundredths } from './figures.ts';

/** Not if everybody sees it, nor if the page is older than what was read. */
export function showUncapped({ final_score, uncapped_score }: ScoreSnapshot): void {
  const line = document.querySelector<HTMLElement>('[data-held]');
  const scale = document.querySelector('[data-scale]');
  const shown = document.querySelector('.score-figure')?.textContent;
  if (!line || !scale || line.querySelector('.muted') || shown !== final_score.toFixed(2)) return;
  const [score, uncapped] = [hundredths(final_score), hundredths(uncapped_score)];
  line.append(' ', el('span', { class: 'muted' }, withoutRules(uncapped, Number(line.dataset.held))));
  scale.replaceChildren(made(bandScale({ score, held: { uncapped } })));
}

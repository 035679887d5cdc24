// The modules of compared providers as a heat map.

import type { ScoreSnapshot } from '@rf-indicators/contract';
import { MODULES_NOTE, MODULES_TITLE, moduleMap } from '../../charts/module-map.ts';
import { el, made } from '../dom/elements.ts';
import { fill, part } from './part.ts';
import { read } from './reader.ts';

export async function showModules(place: HTMLElement, slugs: readonly string[]): Promise<void> {
  const inner = el('div');
  place.classList.add('entitled-parts');
  place.style.minHeight = `${place.offsetHeight}px`;
  place.replaceChildren(inner);
  await fill(inner, async () => {
    const rows = await Promise.all(slugs.map((slug) => read<ScoreSnapshot>(`/scores/${slug}`)));
    return part(MODULES_TITLE, el('p', { class: 'small muted' }, MODULES_NOTE), made(moduleMap(rows)));
  });
}

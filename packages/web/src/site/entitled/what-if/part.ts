// The place of the what-if. Its code and the computation package load apart, below a heading that is there at once.

import type { Entitlement, ScoreSnapshot } from '@rf-indicators/contract';
import { requiredTier } from '@rf-indicators/contract/tiers';
import { tierName } from '../../../ui/format.ts';
import { el } from '../../dom/elements.ts';
import { fill, part } from '../part.ts';

const TITLE = 'What would change the band';

export function whatIfPart({ verification_id }: ScoreSnapshot, mayRead: readonly Entitlement[]): HTMLElement {
  if (!mayRead.includes('computation')) {
    const tier = tierName(requiredTier('computation'));
    const reason = `Changing inputs and scoring them again in the browser takes the computation package, which comes with the ${tier} tier. `;
    return part(TITLE, el('p', {}, reason, el('a', { href: '/access' }, 'See the tiers')));
  }
  const place = el('div', { class: 'what-if waiting' });
  const made = part(TITLE, place);
  made.classList.add('screen-only');
  void fill(place, async () => {
    const { whatIfPanel } = await import('./what-if.ts');
    return whatIfPanel(verification_id);
  });
  return made;
}

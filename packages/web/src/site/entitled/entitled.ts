// What entitled members see on the page of a provider: the waterfall, hard rules, evidence, a what-if, the evidence outlook, the
// change between two dates, and peers.

import type { Entitlement, EvidenceOutlook, HardCap, ScoreSnapshot } from '@rf-indicators/contract';
import { requiredTier } from '@rf-indicators/contract/tiers';
import { inWords, tierName } from '../../ui/format.ts';
import { el, figure, head, row } from '../dom/elements.ts';
import { change } from './change.ts';
import { evidence } from './evidence/evidence.ts';
import { maxAgesFor } from './evidence/max-ages.ts';
import { keepHeldHistory } from './held-history.ts';
import { evidenceOutlook } from './outlook.ts';
import { fill, part } from './part.ts';
import { peers } from './peers.ts';
import { read } from './reader.ts';
import { showUncapped } from './uncapped.ts';
import { waterfall } from './waterfall/waterfall.ts';

/** Replaces the outline when all is there, so that nothing moves while one reads. */
export async function showEntitled(
  place: HTMLElement,
  slug: string,
  mayRead: readonly Entitlement[],
): Promise<void> {
  const [score, ahead, changes, among] = [el('div'), el('div'), el('div'), el('div')];
  const all = el('div', { class: 'entitled-parts' }, score, ahead, changes, among);
  place.setAttribute('aria-busy', 'true');
  await Promise.all([
    fill(score, () => breakdown(slug, mayRead)),
    fill(ahead, async () => evidenceOutlook(await read<EvidenceOutlook>(`/scores/${slug}/outlook`))),
    fill(changes, async () => change(slug, await read(`/scores/${slug}/changes`))),
    fill(among, async () => peers(await read(`/scores/${slug}/peers`))),
  ]);
  place.removeAttribute('aria-busy');
  place.replaceChildren(all);
}

async function breakdown(slug: string, mayRead: readonly Entitlement[]): Promise<HTMLElement> {
  const [snapshot, maxAges] = await Promise.all([
    read<ScoreSnapshot>(`/scores/${slug}`),
    maxAgesFor(mayRead),
  ]);
  showUncapped(snapshot);
  void keepHeldHistory(slug);
  return el(
    'div',
    {},
    waterfall(snapshot),
    caps(snapshot),
    evidence(snapshot, maxAges, Date.now()),
    whatIfPart(snapshot, mayRead),
  );
}

/** Null if no hard rule fired. */
function caps({ rf_decision_object }: ScoreSnapshot): HTMLElement | null {
  const fired = rf_decision_object.hard_caps_fired;
  if (fired.length === 0) return null;
  const title = fired.length === 1 ? 'One hard rule applies' : `${fired.length} hard rules apply`;
  const rows = fired.map((cap) =>
    row([
      el('th', { scope: 'row' }, `${cap.rule_id} ${inWords(cap.name)}`),
      el('td', {}, cap.detail),
      el('td', { 'data-label': 'Effect' }, effectOf(cap)),
      figure(cap.cap.toFixed(2), { 'data-label': 'At most' }),
    ]),
  );
  const table = el(
    'table',
    { class: 'cards' },
    head(['Rule', 'Why it applies', 'Effect', '>At most']),
    el('tbody', {}, ...rows),
  );
  return part(title, table);
}

function effectOf({ binding, blocks_next_band }: HardCap): string {
  if (binding) return 'limits the score';
  return blocks_next_band ? 'keeps it out of the next band' : 'none at this score';
}

const WHAT_IF_TITLE = 'What would change the band';

/** The place of the what-if. Its code and the computation package load apart, below a heading that is there at once. */
function whatIfPart({ verification_id }: ScoreSnapshot, mayRead: readonly Entitlement[]): HTMLElement {
  if (!mayRead.includes('computation')) {
    const tier = tierName(requiredTier('computation'));
    const reason = `Changing inputs and scoring them again in the browser takes the computation package, which comes with the ${tier} tier. `;
    return part(WHAT_IF_TITLE, el('p', {}, reason, el('a', { href: '/access' }, 'See the tiers')));
  }
  const place = el('div', { class: 'what-if waiting' });
  const made = part(WHAT_IF_TITLE, place);
  made.classList.add('screen-only');
  void fill(place, async () => {
    const { whatIfPanel } = await import('./what-if/what-if.ts');
    return whatIfPanel(verification_id);
  });
  return made;
}

// The hard rules that fired: what they say, and whether they limit the score.

import type { HardCap, ScoreSnapshot } from '@rf-indicators/contract';
import { inWords } from '../../ui/words.ts';
import { el, figure, head, row } from '../shared/elements.ts';
import { part } from './part.ts';

/** Null if no hard rule fired. */
export function caps({ rf_decision_object }: ScoreSnapshot): HTMLElement | null {
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

// The provider among others of its type: the nearest by score, and how they compare in each module.

import type { ScorePeer, ScorePeers } from '@rf-indicators/contract';
import { bandChip } from '../../charts/bands.ts';
import { typeName } from '../../charts/type-names.ts';
import { yieldInWords } from '../../charts/yields.ts';
import { plural } from '../../ui/format.ts';
import { el, figure, head, made, row } from '../dom/elements.ts';
import { part } from './part.ts';

/** How many neighbours on each side are compared by module. */
const BESIDE = 2;

export function peers(found: ScorePeers): HTMLElement {
  const { rank, count, planner_type, data, provider_id } = found;
  const type = typeName(planner_type);
  if (count === 1) {
    return part('Nearest peers', el('p', {}, `No other ${type} provider has a score yet.`));
  }
  const rows = data.map((peer) =>
    row([
      figure(String(peer.rank), { 'data-label': 'Rank' }),
      nameCell(peer, provider_id),
      figure(peer.final_score.toFixed(2), { 'data-label': 'Score' }),
      el('td', {}, made(bandChip(peer.risk_band))),
      figure(yieldInWords(peer.yield_min, peer.yield_max), { 'data-label': 'Yield' }),
    ]),
  );
  const table = el(
    'table',
    { class: 'cards peers' },
    head(['>Rank', 'Provider', '>Score', 'Band', '>Yield, % a year']),
    el('tbody', {}, ...rows),
  );
  return part(
    'Nearest peers',
    el(
      'p',
      { class: 'small muted' },
      `By score, safest first; higher is safer. This provider has rank ${rank} of ${plural(count, `${type} provider`)}.`,
    ),
    table,
    el('h3', {}, 'Modules side by side'),
    modules(data, provider_id),
  );
}

function nameCell(peer: ScorePeer, own: string): HTMLTableCellElement {
  if (peer.id === own) return el('th', { scope: 'row' }, el('strong', {}, peer.name));
  return el('th', { scope: 'row' }, el('a', { href: `/providers/${peer.slug}` }, peer.name));
}

/** Points of each module out of 100. */
function modules(data: readonly ScorePeer[], own: string): HTMLElement {
  const at = data.findIndex(({ id }) => id === own);
  const shown = data.slice(Math.max(0, at - BESIDE), at + BESIDE + 1);
  const rows = data[at]!.modules.map(({ label }, module) =>
    row([
      el('th', { scope: 'row' }, label),
      ...shown.map((peer) =>
        figure(peer.modules[module]?.score.toFixed(2) ?? '·', {
          class: peer.id === own ? 'figure own' : 'figure',
          'data-label': peer.name,
        }),
      ),
    ]),
  );
  const names = shown.map(({ name }) => el('th', { scope: 'col', class: 'figure' }, name));
  const heads = el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Points of 100'), ...names));
  return el(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Modules side by side' },
    el('table', { class: 'side-by-side cards' }, heads, el('tbody', {}, ...rows)),
  );
}

// The hypothetical score: in outline type, in a dashed box, after the word.

import type { Outcome, Scored } from '@rf-indicators/engine';
import { change, inWords, plural } from '../../../ui/words.ts';
import { bandChip } from '../../shared/band-chip.ts';
import { el } from '../../shared/elements.ts';

export interface ResultBox {
  element: HTMLElement;
  show(outcome: Outcome, changes: number): void;
}

export function resultBox(baseline: Scored): ResultBox {
  const figure = el('span', { class: 'hollow', 'data-what-if': 'score' });
  const band = el('span', { 'data-what-if': 'band' });
  const difference = el('span', { class: 'muted figures' });
  const rules = el('p', { 'data-what-if': 'caps' });
  const element = el(
    'div',
    { class: 'hypothetical', role: 'status' },
    el('p', { class: 'hypothetical-score' }, el('span', {}, 'Hypothetical'), figure, band, difference),
    rules,
  );
  return {
    element,
    show(outcome, changes) {
      if (outcome.status !== 'SCORED') {
        rules.textContent = 'A value is not valid: the figures are those of the last valid one.';
        return;
      }
      const { final_score, band: name, decision } = outcome.result;
      figure.textContent = final_score;
      band.replaceChildren(bandChip(name));
      difference.textContent =
        changes === 0
          ? 'nothing changed yet'
          : `${change(deltaOf(baseline, outcome))} by ${plural(changes, 'change')}`;
      rules.textContent = rulesText(decision.hard_caps_fired);
    },
  };
}

function deltaOf(baseline: Scored, { trace }: Scored): number {
  return trace.final - baseline.trace.final;
}

function rulesText(fired: Scored['result']['decision']['hard_caps_fired']): string {
  if (fired.length === 0) return 'No hard rule applies.';
  return fired
    .map(
      ({ rule_id, name, cap, binding }) =>
        `${rule_id} ${inWords(name)} ${binding ? 'limits the score to' : 'allows at most'} ${cap}.`,
    )
    .join(' ');
}

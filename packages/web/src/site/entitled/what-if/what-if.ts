// The what-if: inputs that the reader moves, scored again in the browser by the engine. All figures in it are
// hypothetical: they have no id and no address, and are not printed.

import {
  type NearestChange,
  nearestChanges,
  type Outcome,
  type Scored,
  type ValueChange,
  whatIf,
} from '@rf-indicators/engine';
import { bandChip } from '../../../charts/bands.ts';
import { change, inWords, plural } from '../../../ui/format.ts';
import { button, el, made } from '../../dom/elements.ts';
import { controls } from './controls.ts';
import { type Loaded, loadPackage } from './load.ts';
import { nearestParts } from './nearest.ts';

export async function whatIfPanel(verificationId: string): Promise<HTMLElement> {
  return panel(await loadPackage(verificationId));
}

function panel(loaded: Loaded): HTMLElement {
  const { methodology, baseline } = loaded;
  const changes = new Map<string, ValueChange>();
  const result = resultBox(baseline);
  const recompute = () =>
    result.show(whatIf(methodology, loaded.package, [...changes.values()]), changes.size);
  const inputs = controls(loaded, (change, isPublished) => {
    if (isPublished) changes.delete(change.id);
    else changes.set(change.id, change);
    recompute();
  });
  const resetAll = () => {
    changes.clear();
    inputs.reset();
    recompute();
  };
  const tryIt = ({ kind, id, to }: NearestChange) => {
    resetAll();
    inputs.set(id, to);
    changes.set(id, { kind, id, value: to });
    recompute();
  };
  recompute();
  return el(
    'div',
    { class: 'what-if' },
    nearestParts(loaded, nearestChanges(baseline), tryIt),
    result.element,
    inputs.element,
    el('p', {}, button('Reset all inputs', resetAll)),
  );
}

interface ResultBox {
  element: HTMLElement;
  show(outcome: Outcome, changes: number): void;
}

/** The hypothetical score: in outline type, in a dashed box, after the word. */
function resultBox(baseline: Scored): ResultBox {
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
      band.replaceChildren(made(bandChip(name)));
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

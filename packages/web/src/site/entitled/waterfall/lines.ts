// The steps of a waterfall as rows of a table, with their drawings: for the page of a provider and for its report.

import type { CriterionScore, ScoreSnapshot } from '@rf-indicators/contract';
import type { Drawing } from '../../../charts/drawing.ts';
import { type Axis, axisLabels } from '../../../charts/waterfall.ts';
import * as shared from '../../../charts/waterfall-steps.ts';
import { el, figure, made } from '../../dom/elements.ts';
import { hundredths, points } from '../figures.ts';

export type ModuleStep = shared.ModuleStep<CriterionScore>;
export type Waterfall = shared.Waterfall<CriterionScore>;

/** The steps of the waterfall of a published score. */
export function waterfallOf(snapshot: ScoreSnapshot): Waterfall {
  return shared.stepsOf({
    modules: snapshot.modules,
    criteria: snapshot.criterion_scores.map((criterion) => ({
      module: criterion.module_id,
      label: criterion.criterion_label,
      lost: -hundredths(criterion.point_impact),
      isProved: criterion.status === 'scored',
      criterion,
    })),
    binding: snapshot.rf_decision_object.hard_caps_fired
      .filter(({ binding }) => binding)
      .map(({ rule_id }) => rule_id),
    final: hundredths(snapshot.final_score),
  });
}

export function line(
  label: Node | string,
  plot: Drawing,
  step: string,
  total: string,
  kind = '',
): HTMLTableRowElement {
  return el(
    'tr',
    { class: kind },
    el('th', { scope: 'row' }, label),
    el('td', { class: 'drawn' }, made(plot)),
    figure(step),
    figure(total),
  );
}

export function axisHead(axis: Axis): HTMLTableSectionElement {
  const heads = el(
    'tr',
    {},
    el('th', { scope: 'col' }, el('span', { class: 'visually-hidden' }, 'Step')),
    el('td', { class: 'drawn' }, made(axisLabels(axis))),
    el('th', { scope: 'col', class: 'figure' }, 'Points'),
    el('th', { scope: 'col', class: 'figure' }, 'Total'),
  );
  return el('thead', {}, heads);
}

export function sumOf({ lost: all, cap, final }: Waterfall): (Node | string)[] {
  const capped = cap === null ? '' : ` − ${points(cap.lost)}`;
  const sum = el(
    'span',
    { class: 'figures' },
    `100.00 − ${points(all)}${capped} = `,
    el('strong', {}, points(final)),
  );
  return cap === null ? [sum, 'No hard rule limits this score.'] : [sum];
}

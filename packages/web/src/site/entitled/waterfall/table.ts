// The waterfall as a table: every criterion with what it costs, and the running total.

import type { CriterionScore } from '@rf-indicators/contract';
import { el, figure, head, row } from '../../shared/elements.ts';
import { lost, points } from '../figures.ts';
import type { Waterfall } from './steps.ts';

export function waterfallTable({ modules, cap }: Waterfall): HTMLElement {
  const rows = modules.flatMap(({ label, criteria }) =>
    criteria.map((step) =>
      row([
        el('th', { scope: 'row' }, step.label, el('p', { class: 'small muted' }, label)),
        el('td', { 'data-label': 'Evidence' }, STATUS[step.criterion.status]),
        figure(step.criterion.weight.toFixed(2), { 'data-label': 'Weight' }),
        figure(lost(step.lost), { 'data-label': 'Points' }),
        figure(points(step.to), { 'data-label': 'Total' }),
      ]),
    ),
  );
  if (cap !== null) {
    const name = el('th', { scope: 'row' }, cap.label);
    rows.push(row([name, '', figure(''), figure(lost(cap.lost)), figure(points(cap.to))]));
  }
  const heads = head(['Criterion', 'Evidence', '>Weight', '>Points', '>Total']);
  const table = el('table', { class: 'cards' }, heads, el('tbody', {}, ...rows));
  return el('div', { class: 'scroll' }, table);
}

const STATUS: Readonly<Record<CriterionScore['status'], string>> = {
  scored: 'current',
  stale: 'ageing, counts in part',
  expired: 'too old to count',
  missing: 'no evidence',
};

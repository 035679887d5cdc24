// The waterfall: from 100.00 to the score, by modules that open into their criteria, one at a time.

import type { CriterionScore, ScoreSnapshot } from '@rf-indicators/contract';
import { axisOf, fullPlot, hatching, passage, resultPlot, stepPlot } from '../../../charts/waterfall.ts';
import { FULL, findingOf } from '../../../charts/waterfall-steps.ts';
import { button, el, figure, head, made, row } from '../../dom/elements.ts';
import { lost, points } from '../figures.ts';
import { part } from '../part.ts';
import { axisHead, line, type ModuleStep, sumOf, type Waterfall, waterfallOf } from './lines.ts';

export function waterfall(snapshot: ScoreSnapshot): HTMLElement {
  const fall = waterfallOf(snapshot);
  const chart = chartOf(snapshot, fall);
  const table = waterfallTable(fall);
  table.hidden = true;
  const toggle = button('Show as a table', () => {
    table.hidden = !table.hidden;
    chart.hidden = !table.hidden;
    toggle.textContent = table.hidden ? 'Show as a table' : 'Show as a chart';
  });
  const subtitle = `Points, from 100.00 to the score; the parts add up exactly · ${snapshot.framework_version}`;
  return part(
    findingOf(fall),
    el('p', { class: 'small muted' }, subtitle),
    made(hatching()),
    chart,
    table,
    el('p', { class: 'sum' }, ...sumOf(fall), toggle),
  );
}

function chartOf(snapshot: ScoreSnapshot, { modules, cap, final }: Waterfall): HTMLTableElement {
  const axis = axisOf(final);
  const body = el('tbody', {}, line('Highest possible score', fullPlot(axis), '', points(FULL), 'end'));
  const openers: HTMLButtonElement[] = [];
  const rowsOf = new Map<ModuleStep, { own: HTMLTableRowElement; inner: HTMLTableRowElement[] }>();
  let opened: ModuleStep | null = null;

  const draw = (module: ModuleStep) => {
    const { own, inner } = rowsOf.get(module)!;
    const isOpen = opened === module;
    own.querySelector('button')!.setAttribute('aria-expanded', String(isOpen));
    own
      .querySelector('.drawn')!
      .replaceChildren(made(isOpen ? passage(axis, module) : stepPlot(axis, module, 'loss')));
    own.lastElementChild!.textContent = isOpen ? '' : points(module.to);
    for (const one of inner) one.hidden = !isOpen;
  };
  const toggle = (module: ModuleStep) => {
    const before = opened;
    opened = opened === module ? null : module;
    if (before !== null) draw(before);
    if (opened !== null) draw(opened);
  };
  for (const module of modules) {
    const opener = button(module.label, () => toggle(module), { class: 'opener', 'aria-expanded': 'false' });
    openers.push(opener);
    const own = line(opener, stepPlot(axis, module, 'loss'), lost(module.lost), points(module.to));
    const inner = module.criteria.map((step) =>
      line(step.label, stepPlot(axis, step, 'loss'), lost(step.lost), points(step.to), 'within'),
    );
    for (const one of inner) one.hidden = true;
    rowsOf.set(module, { own, inner });
    body.append(own, ...inner);
  }
  if (cap !== null) body.append(line(cap.label, stepPlot(axis, cap, 'cap'), lost(cap.lost), points(cap.to)));
  body.append(line('Score', resultPlot(axis, final, snapshot.risk_band), '', points(final), 'end'));
  walkWithArrows(body, openers);
  return el('table', { class: 'waterfall' }, axisHead(axis), body);
}

function walkWithArrows(body: HTMLElement, openers: readonly HTMLButtonElement[]): void {
  body.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const at = openers.indexOf(document.activeElement as HTMLButtonElement);
    if (step === 0 || at === -1) return;
    event.preventDefault();
    openers[at + step]?.focus();
  });
}

/** The waterfall as a table: every criterion with what it costs, and the running total. */
function waterfallTable({ modules, cap }: Waterfall): HTMLElement {
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

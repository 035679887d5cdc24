// The evidence outlook of a provider: a line that ends where its evidence ends, and the same as tables.

import type { EvidenceOutlook, OutlookStep } from '@rf-indicators/contract';
import { bandChip } from '../../charts/bands.ts';
import { outlookDrawing } from '../../charts/outlook.ts';
import { OUTLOOK_LINES, withGates, withoutRenewals } from '../../charts/outlook-words.ts';
import { inWords, utcDate } from '../../ui/format.ts';
import { el, figure, head, made, row, svg } from '../dom/elements.ts';
import { hundredths, points } from './figures.ts';
import { part } from './part.ts';

const DAY = 86_400_000;
export function evidenceOutlook(outlook: EvidenceOutlook): HTMLElement {
  const { steps, gates_renewed, inputs, to } = outlook;
  const [first, last] = [gates_renewed.steps[0]!, gates_renewed.steps.at(-1)!];
  const renewed = withGates(
    hundredths(first.final_score!),
    hundredths(last.final_score!),
    gates_renewed.first_band_change,
    to,
  );
  return part(
    'Evidence outlook',
    el('p', {}, `${withoutRenewals(outlook)} ${renewed}`),
    el('p', { class: 'small muted' }, `${outlook.meaning} ${OUTLOOK_LINES}`),
    chart(outlook),
    folded('Show as a table', stepsTable(steps)),
    folded('Show bands and caps with gates checked in time', stepsTable(turns(gates_renewed.steps))),
    folded('Show which evidence ages', inputsTable(inputs)),
  );
}

function folded(summary: string, content: HTMLElement): HTMLElement {
  return el('details', { class: 'as-table' }, el('summary', {}, summary), content);
}

const startOf = (date: string) => Date.parse(date);
const endOf = (date: string) => Date.parse(date) + DAY;

function chart(outlook: EvidenceOutlook): HTMLElement {
  const { from, to, first_lapse } = outlook;
  const drawnSteps = (steps: readonly OutlookStep[]) =>
    steps.flatMap((step) =>
      step.final_score === null
        ? []
        : [
            {
              from: startOf(step.from),
              until: endOf(step.to),
              finalScore: hundredths(step.final_score),
              riskBand: step.risk_band!,
            },
          ],
    );
  const { plot, names, lane, axis } = outlookDrawing({
    steps: drawnSteps(outlook.steps),
    renewed: drawnSteps(outlook.gates_renewed.steps),
    lapse: first_lapse && {
      from: startOf(first_lapse.lapses_on),
      until: startOf(first_lapse.withdrawn_on),
    },
    period: { since: startOf(from), until: endOf(to) },
  });
  const label = `Step chart of the score from ${utcDate(from)} to ${utcDate(to)} if nothing is renewed. ${withoutRenewals(outlook)}`;
  return el(
    'div',
    { class: 'history-chart outlook-chart' },
    svg('svg', { class: 'plot', role: 'img', 'aria-label': label }, ...plot.map(made)),
    svg('svg', { class: 'names', 'aria-hidden': 'true' }, ...names.map(made)),
    svg('svg', { class: 'lane', 'aria-hidden': 'true' }, ...lane.map(made)),
    svg('svg', { class: 'axis', 'aria-hidden': 'true' }, ...axis.map(made)),
  );
}

/** The first and the last step, and those between with another band or other caps. */
function turns(steps: readonly OutlookStep[]): OutlookStep[] {
  const stateOf = ({ risk_band, hard_caps_fired }: OutlookStep) =>
    [risk_band, ...hard_caps_fired.map(({ rule_id }) => rule_id)].join();
  return steps.filter(
    (step, at) => at === 0 || at === steps.length - 1 || stateOf(step) !== stateOf(steps[at - 1]!),
  );
}

function stepsTable(steps: readonly OutlookStep[]): HTMLElement {
  const rows = steps.map((step) => {
    const days = el('th', { scope: 'row', class: 'date' }, utcDate(step.from));
    if (step.final_score === null) {
      const state = step.state === 'stale' ? 'stale, without a new score' : 'withdrawn';
      return row([days, el('td', { class: 'muted', colspan: 4 }, state)]);
    }
    return row([
      days,
      figure(points(hundredths(step.final_score)), { 'data-label': 'Score' }),
      el('td', {}, made(bandChip(step.risk_band!))),
      figure(step.confidence!.toFixed(2), { 'data-label': 'Evidence quality' }),
      el('td', { 'data-label': 'Caps' }, capsIn(step)),
    ]);
  });
  return el(
    'table',
    { class: 'cards' },
    head(['From', '>Score', 'Band', '>Evidence quality', 'Caps']),
    el('tbody', {}, ...rows),
  );
}

function capsIn({ hard_caps_fired }: OutlookStep): string {
  const caps = hard_caps_fired.map(
    ({ rule_id, name, cap }) => `${rule_id} ${inWords(name)}: at most ${cap.toFixed(2)}`,
  );
  return caps.length === 0 ? 'none' : caps.join('; ');
}

function inputsTable(inputs: EvidenceOutlook['inputs']): HTMLElement {
  const date = (day: string | null, name: string) =>
    el('td', { class: 'date', 'data-label': name }, day === null ? 'counts until it lapses' : utcDate(day));
  const rows = inputs.map(({ label, evidence_date, ages_from, lapses_on }) =>
    row([
      el('th', { scope: 'row' }, label),
      date(evidence_date, 'Dated'),
      date(ages_from, 'Counts less from'),
      date(lapses_on, 'Lapses on'),
    ]),
  );
  return el(
    'table',
    { class: 'cards' },
    head(['Input', 'Dated', 'Counts less from', 'Lapses on']),
    el('tbody', {}, ...rows),
  );
}

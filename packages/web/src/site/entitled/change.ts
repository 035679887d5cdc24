// The change of the score between any two dates, explained in parts that add up to it.

import type { ChangePart, ScoreChanges } from '@rf-indicators/contract';
import { bandChip } from '../../charts/bands.ts';
import { CHANGE_KINDS } from '../../ui/change-kinds.ts';
import { isoDay } from '../../ui/dates/civil-dates.ts';
import { datePicker } from '../../ui/dates/date-picker.ts';
import { inputValue, change as signed, utcDate } from '../../ui/format.ts';
import { el, figure, head, made, row } from '../dom/elements.ts';
import { hundredths, singular } from './figures.ts';
import { fill, part } from './part.ts';
import { read } from './reader.ts';

/** `last` is the newest change, which is shown until two dates are chosen. */
export function change(slug: string, last: ScoreChanges): HTMLElement {
  const isFirst = last.from === null;
  const shown = isFirst
    ? el('p', {}, 'This is the first indicator: nothing is there to compare it with.')
    : explained(last);
  const result = el('div', { 'aria-live': 'polite' }, shown);
  const form = el(
    'form',
    { class: 'change-dates' },
    dateField('From', 'from', last.from?.scored_at),
    dateField('To', 'to', last.to?.scored_at),
    el('button', { class: 'secondary' }, 'Explain'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const chosen = new FormData(form);
    const [from, to] = [String(chosen.get('from')), String(chosen.get('to'))].sort();
    const place = el('div', {});
    result.replaceChildren(place);
    void fill(place, async () => explained(await read(`/scores/${slug}/changes?from=${from}&to=${to}`)));
  });
  return part('The change between two dates', el('p', { class: 'small muted' }, SUBTITLE), form, result);
}

const SUBTITLE =
  'Compares the indicators that were current at the end of two UTC days. The parts are in the order in which they were calculated, and add up exactly.';

function dateField(label: string, name: string, instant: string | undefined): HTMLElement {
  const day = instant?.slice(0, 10) ?? '';
  const kept = el('input', { type: 'hidden', name, value: day });
  const { element, input } = datePicker({
    value: day,
    max: isoDay(Date.now()),
    onChange: (value) => {
      kept.value = value;
    },
  });
  input.className = 'field';
  input.required = true;
  input.setAttribute('aria-label', label);
  return el('div', {}, el('span', { 'aria-hidden': 'true' }, label), element, kept);
}

function explained({ from, to, delta, parts }: ScoreChanges): HTMLElement {
  if (from === null || to === null || delta === null)
    return el('p', {}, 'There was no indicator on the earlier date. Choose a later one.');
  const end = ({ final_score, risk_band, scored_at }: NonNullable<ScoreChanges['to']>) =>
    el(
      'span',
      {},
      el('strong', { class: 'figures' }, final_score.toFixed(2)),
      ' ',
      made(bandChip(risk_band)),
      ` on ${utcDate(scored_at.slice(0, 10))}`,
    );
  const summary = el('p', { class: 'change-ends' }, end(from), el('span', { class: 'muted' }, 'to'), end(to));
  if (parts.length === 0) {
    return el('div', {}, summary, el('p', {}, 'Nothing that is scored changed between the two.'));
  }
  const rows = parts.map((one) =>
    row([
      el('th', { scope: 'row' }, one.criterion_label ?? 'The whole score'),
      el('td', { 'data-label': 'Why' }, CHANGE_KINDS[one.kind]),
      el('td', { 'data-label': 'From' }, ...valuesOf(one)),
      figure(signed(hundredths(one.points)), { 'data-label': 'Points' }),
    ]),
  );
  const sum = row([
    el('th', { scope: 'row', colspan: 3 }, 'Change of the score'),
    figure(signed(hundredths(delta)), { class: 'figure total' }),
  ]);
  const table = el(
    'table',
    { class: 'cards' },
    head(['What', 'Why', 'From and to', '>Points']),
    el('tbody', {}, ...rows, sum),
  );
  return el('div', {}, summary, table);
}

function valuesOf({ before, after }: ChangePart): string[] {
  const shown = (value: string | null) => (value === null ? 'none' : singular(inputValue(value)));
  return before === after ? [shown(after)] : [`${shown(before)} to ${shown(after)}`];
}

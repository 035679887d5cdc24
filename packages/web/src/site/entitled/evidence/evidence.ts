// The evidence behind a score: what each criterion was scored on, how good and how old it is.

import type { CriterionScore, ScoreSnapshot } from '@rf-indicators/contract';
import { AGE_BAR_WIDTH, ageShown } from '../../../charts/evidence-age.ts';
import { inWords, plural, utcDate } from '../../../ui/format.ts';
import { button, el, head, row, svg } from '../../dom/elements.ts';
import { quantity } from '../figures.ts';
import { part } from '../part.ts';

const SHOWN_AT_FIRST = 10;

/** `maxAges` has the days for which evidence counts in full, by criterion; empty if the framework cannot be read. */
export function evidence(
  { criterion_scores }: ScoreSnapshot,
  maxAges: ReadonlyMap<string, number>,
  now: number,
): HTMLElement {
  const rows = inOrder(criterion_scores, maxAges, now).map((criterion) =>
    rowOf(criterion, maxAges.get(criterion.criterion_id) ?? null, now),
  );
  const table = el(
    'table',
    { class: 'cards evidence' },
    head(['Criterion', 'Evidence', 'Grade', 'Dated', 'Age today']),
    el('tbody', {}, ...rows),
  );
  const later = rows.slice(SHOWN_AT_FIRST);
  for (const one of later) one.hidden = true;
  const all = button(`Show all ${rows.length} criteria`, () => {
    for (const one of later) one.hidden = false;
    all.hidden = true;
    // The button that had the focus is gone.
    later[0]?.querySelector<HTMLElement>('th')?.focus();
  });
  later[0]?.querySelector('th')?.setAttribute('tabindex', '-1');
  all.hidden = later.length === 0;
  return part(
    findingOf(criterion_scores),
    el('p', { class: 'small muted' }, SUBTITLE),
    table,
    el('p', {}, all),
  );
}

const SUBTITLE =
  'What each criterion was scored on, oldest for its kind first. UTC days: the bar empties while evidence counts in full; after that it is outlined, while it counts in part.';

function findingOf(criteria: readonly CriterionScore[]): string {
  const lacking = criteria.filter(({ status }) => status === 'missing' || status === 'expired').length;
  if (lacking === 0) return `All ${criteria.length} criteria have evidence that counts`;
  return `${lacking} of ${plural(criteria.length, 'criterion', 'criteria')} ${lacking === 1 ? 'has' : 'have'} no evidence that counts`;
}

/** Missing evidence first, then what has least time left; of the same time, in the order of the framework. */
function inOrder(
  criteria: readonly CriterionScore[],
  maxAges: ReadonlyMap<string, number>,
  now: number,
): CriterionScore[] {
  const leftOf = ({ input, criterion_id }: CriterionScore) => {
    if (input === null) return -1;
    const fullUntil = maxAges.get(criterion_id);
    return fullUntil === undefined ? 0 : shareLeft(ageInDays(input.evidence_date, now), fullUntil);
  };
  return [...criteria].sort((a, b) => leftOf(a) - leftOf(b));
}

function rowOf(criterion: CriterionScore, fullUntil: number | null, now: number): HTMLTableRowElement {
  const { input, criterion_label } = criterion;
  if (input === null) {
    const name = el('th', { scope: 'row' }, criterion_label);
    return row([name, el('td', { class: 'muted' }, 'no evidence'), '', '', '']);
  }
  return row([
    el(
      'th',
      { scope: 'row' },
      criterion_label,
      el('p', { class: 'muted' }, quantity(input.value, input.unit)),
    ),
    el('td', {}, ...sourceOf(input)),
    el('td', { class: 'short-cell', 'data-label': 'Grade' }, input.source_grade),
    el('td', { class: 'date short-cell', 'data-label': 'Dated' }, utcDate(input.evidence_date)),
    el('td', { class: 'date', 'data-label': 'Age' }, ageBar(ageInDays(input.evidence_date, now), fullUntil)),
  ]);
}

/** The title, with its address if it is public, and below it the kind and the page. */
export function sourceOf(input: NonNullable<CriterionScore['input']>): (Node | string)[] {
  const { evidence_kind: kind, evidence_title, evidence_url: url, evidence_page: page } = input;
  const title = evidence_title ?? 'title not recorded';
  const details = [kind === null ? null : inWords(kind), page].filter((text) => text !== null);
  return [
    url === null ? title : el('a', { href: url, rel: 'noopener noreferrer' }, title),
    ...(details.length === 0 ? [] : [el('p', { class: 'muted' }, details.join(' · '))]),
  ];
}

const SIZE = { width: AGE_BAR_WIDTH, height: 12 };
const DAY = 86_400_000;

/** UTC days since a date of the form 2026-11-14. */
export function ageInDays(date: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(date)) / DAY));
}

/** The rest of the time in which it counts: from 1 down to 0. */
function shareLeft(age: number, fullUntil: number): number {
  return Math.max(0, 1 - age / (2 * fullUntil));
}

/** `fullUntil` is A; null if the framework cannot be read. */
export function ageBar(age: number, fullUntil: number | null): HTMLElement {
  if (fullUntil === null) return el('span', {}, plural(age, 'day'));
  const { kind, width, words } = ageShown(age, fullUntil);
  const bar = svg(
    'svg',
    { class: 'age-bar', 'aria-hidden': 'true', ...SIZE },
    svg('rect', { class: 'track', width: SIZE.width, ...FLAT }),
    ...(width === 0 ? [] : [svg('rect', { class: kind, ...BARS[kind](width) })]),
  );
  return el('span', { class: 'age' }, bar, el('span', { class: 'figures' }, words));
}

const FLAT = { y: 4, height: 4 };
/** An outline lies within its width. */
const BARS = {
  full: (width: number) => ({ width, ...FLAT }),
  part: (width: number) => ({ x: 0.5, y: 4.5, width: Math.max(1, width - 1), height: 3 }),
};

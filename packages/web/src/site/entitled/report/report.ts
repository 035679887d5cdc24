// What entitled members file with a score, as the second page of the report: the way from 100.00 to the score, at most eight
// drivers, at most twelve pieces of evidence with their ages, and the smallest changes that move the band. Everything is as of
// the scoring date, so that a printed report stays true.

import type { CriterionScore, Entitlement, ScoreSnapshot } from '@rf-indicators/contract';
import { bandName } from '../../../charts/bands.ts';
import { axisOf, fullPlot, hatching, resultPlot, stepPlot } from '../../../charts/waterfall.ts';
import { FULL, findingOf } from '../../../charts/waterfall-steps.ts';
import { plural, utcDate } from '../../../ui/format.ts';
import { el, figure, head, made, row } from '../../dom/elements.ts';
import { ageBar, ageInDays, sourceOf } from '../evidence/evidence.ts';
import { maxAgesFor } from '../evidence/max-ages.ts';
import { hundredths, lost, points, quantity } from '../figures.ts';
import { fill, part } from '../part.ts';
import { read } from '../reader.ts';
import { axisHead, line, sumOf, waterfallOf } from '../waterfall/lines.ts';

const MOST_DRIVERS = 8;
const MOST_EVIDENCE = 12;

export async function showReport(
  place: HTMLElement,
  slug: string,
  mayRead: readonly Entitlement[],
): Promise<void> {
  const first = el('div');
  const all = el('div', { class: 'entitled-parts' }, first);
  await fill(first, async () => {
    const [snapshot, maxAges] = await Promise.all([
      read<ScoreSnapshot>(`/scores/${slug}`),
      maxAgesFor(mayRead),
    ]);
    const sensitivities = mayRead.includes('computation')
      ? await (await import('./sensitivities.ts')).sensitivities(snapshot.verification_id)
      : null;
    const parts = [
      steps(snapshot),
      drivers(snapshot),
      evidenceList(snapshot, maxAges),
      sensitivities,
      foot(snapshot),
    ];
    countPages();
    return el('div', { class: 'report-parts' }, ...parts);
  });
  place.replaceChildren(all);
}

/** The first page knew of no second one. */
function countPages(): void {
  const place = document.querySelector('[data-page-count]');
  if (place !== null) place.textContent = 'Page 1 of 2';
}

/** From 100.00 to the score, module by module. */
function steps(snapshot: ScoreSnapshot): HTMLElement {
  const fall = waterfallOf(snapshot);
  const axis = axisOf(fall.final);
  const { modules, cap, final } = fall;
  const body = el(
    'tbody',
    {},
    line('Highest possible score', fullPlot(axis), '', points(FULL), 'end'),
    ...modules.map((step) =>
      line(step.label, stepPlot(axis, step, 'loss'), lost(step.lost), points(step.to)),
    ),
    cap && line(cap.label, stepPlot(axis, cap, 'cap'), lost(cap.lost), points(cap.to)),
    line('Score', resultPlot(axis, final, snapshot.risk_band), '', points(final), 'end'),
  );
  return part(
    findingOf(fall),
    made(hatching()),
    el('table', { class: 'waterfall' }, axisHead(axis), body),
    el('p', { class: 'sum' }, ...sumOf(fall)),
  );
}

function drivers({ criterion_scores, rf_decision_object }: ScoreSnapshot): HTMLElement {
  const losing = byLoss(criterion_scores).filter(({ point_impact }) => point_impact < 0);
  const rows = losing
    .slice(0, MOST_DRIVERS)
    .map((one) => driver(one.criterion_label, one.reason, -hundredths(one.point_impact)));
  const rest = losing.slice(MOST_DRIVERS);
  if (rest.length > 0) {
    const sum = rest.reduce((total, { point_impact }) => total - hundredths(point_impact), 0);
    rows.push(driver(`${rest.length} more`, '', sum));
  }
  for (const { rule_id, detail, point_impact, binding } of rf_decision_object.hard_caps_fired)
    if (binding) rows.push(driver(`Hard rule ${rule_id}`, detail, -hundredths(point_impact)));
  const table = el(
    'table',
    { class: 'drivers' },
    head(['Driver', 'Why', '>Points']),
    el('tbody', {}, ...rows),
  );
  return part('What lowers the score', rows.length === 0 ? el('p', {}, 'No points are lost.') : table);
}

function driver(name: string, why: string, cost: number): HTMLTableRowElement {
  return row([el('th', { scope: 'row' }, name), why, figure(lost(cost))]);
}

/** The largest losses first, then the largest weights. */
function byLoss(criteria: readonly CriterionScore[]): CriterionScore[] {
  return [...criteria].sort(
    (a, b) => hundredths(a.point_impact) - hundredths(b.point_impact) || b.weight - a.weight,
  );
}

function evidenceList(
  { criterion_scores, confidence, scored_at }: ScoreSnapshot,
  maxAges: ReadonlyMap<string, number>,
): HTMLElement {
  const evidenced = byLoss(criterion_scores).filter(({ input }) => input !== null);
  const rows = evidenced
    .slice(0, MOST_EVIDENCE)
    .map(({ criterion_id, criterion_label, input }) =>
      row([
        el('th', { scope: 'row' }, criterion_label, el('p', {}, quantity(input!.value, input!.unit))),
        el('td', {}, ...sourceOf(input!)),
        input!.source_grade,
        el('td', { class: 'date' }, utcDate(input!.evidence_date)),
        el(
          'td',
          { class: 'date' },
          ageBar(ageInDays(input!.evidence_date, Date.parse(scored_at)), maxAges.get(criterion_id) ?? null),
        ),
      ]),
    );
  const table = el(
    'table',
    { class: 'evidence' },
    head(['Criterion and value', 'Evidence', 'Grade', 'Dated', 'Age when scored']),
    el('tbody', {}, ...rows),
  );
  const missing = criterion_scores.length - evidenced.length;
  const notes = [
    ...(evidenced.length > MOST_EVIDENCE ? [`${evidenced.length - MOST_EVIDENCE} more.`] : []),
    ...(missing > 0 ? [`${plural(missing, 'criterion has', 'criteria have')} no evidence.`] : []),
    `Evidence quality ${confidence.toFixed(2)} of 1.00.`,
  ];
  return part('Evidence', table, el('p', { class: 'small muted' }, notes.join(' ')));
}

/** So that the second page can be filed apart from the first. */
function foot({ name, final_score, risk_band, verification_id }: ScoreSnapshot): HTMLElement {
  const what = `${name} · ${final_score.toFixed(2)} ${bandName(risk_band)} · `;
  return el(
    'p',
    { class: 'second-foot' },
    el('span', {}, what, el('span', { class: 'id' }, verification_id)),
    el('span', {}, 'Page 2 of 2'),
  );
}

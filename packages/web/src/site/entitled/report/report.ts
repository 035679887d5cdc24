// What entitled members file with a score: at most eight drivers, at most twelve pieces of evidence, and the smallest
// changes that move the band. Everything is as of the scoring date, so that a printed report stays true.

import type { CriterionScore, Entitlement, ScoreSnapshot } from '@rf-indicators/contract';
import { plural, utcDate } from '../../../ui/format.ts';
import { el, figure, head, row } from '../../dom/elements.ts';
import { sourceOf } from '../evidence/evidence.ts';
import { hundredths, lost, quantity } from '../figures.ts';
import { fill, part } from '../part.ts';
import { read } from '../reader.ts';

const MOST_DRIVERS = 8;
const MOST_EVIDENCE = 12;
/** What fits on the sheet besides. */
const MOST_ON_PAPER = 5;

export async function showReport(
  place: HTMLElement,
  slug: string,
  mayRead: readonly Entitlement[],
): Promise<void> {
  const first = el('div');
  const all = el('div', { class: 'entitled-parts' }, first);
  await fill(first, async () => {
    const snapshot = await read<ScoreSnapshot>(`/scores/${slug}`);
    const sensitivities = mayRead.includes('computation')
      ? (await import('./sensitivities.ts')).sensitivities(snapshot.verification_id)
      : null;
    const parts = [drivers(snapshot), await sensitivities, evidenceList(snapshot)];
    return el('div', { class: 'report-parts' }, ...parts);
  });
  place.replaceChildren(all);
}

function drivers({ criterion_scores, rf_decision_object }: ScoreSnapshot): HTMLElement {
  const losing = byLoss(criterion_scores).filter(({ point_impact }) => point_impact < 0);
  const rows = losing
    .slice(0, MOST_DRIVERS)
    .map((one) => driver(one.criterion_label, one.reason, -hundredths(one.point_impact)));
  const rest = losing.slice(MOST_DRIVERS);
  if (rest.length > 0) {
    const points = rest.reduce((sum, { point_impact }) => sum - hundredths(point_impact), 0);
    rows.push(driver(`${rest.length} more`, '', points));
  }
  for (const { rule_id, detail, point_impact, binding } of rf_decision_object.hard_caps_fired)
    if (binding) rows.push(driver(`Hard rule ${rule_id}`, detail, -hundredths(point_impact)));
  const table = el('table', {}, head(['Driver', '>Points', 'Why']), el('tbody', {}, ...rows));
  table.querySelector('thead th:last-child')!.classList.add('why');
  return part('What lowers the score', rows.length === 0 ? el('p', {}, 'No points are lost.') : table);
}

function driver(name: string, why: string, points: number): HTMLTableRowElement {
  return row([el('th', { scope: 'row' }, name), figure(lost(points)), el('td', { class: 'why' }, why)]);
}

/** The largest losses first, then the largest weights. */
function byLoss(criteria: readonly CriterionScore[]): CriterionScore[] {
  return [...criteria].sort(
    (a, b) => hundredths(a.point_impact) - hundredths(b.point_impact) || b.weight - a.weight,
  );
}

function evidenceList({ criterion_scores, confidence }: ScoreSnapshot): HTMLElement {
  const evidenced = byLoss(criterion_scores).filter(({ input }) => input !== null);
  const rows = evidenced
    .slice(0, MOST_EVIDENCE)
    .map(({ criterion_label, input }) =>
      row([
        el('th', { scope: 'row' }, criterion_label, el('p', {}, quantity(input!.value, input!.unit))),
        el('td', {}, ...sourceOf(input!)),
        input!.source_grade,
        el('td', { class: 'date' }, utcDate(input!.evidence_date)),
      ]),
    );
  const table = el(
    'table',
    {},
    head(['Criterion and value', 'Evidence', 'Grade', 'Dated']),
    el('tbody', {}, ...rows),
  );
  for (const one of rows.slice(MOST_ON_PAPER)) one.classList.add('screen-only');
  const more = (shown: number, where: string) =>
    evidenced.length > shown && el('span', { class: where }, `${evidenced.length - shown} more. `);
  const missing = criterion_scores.length - evidenced.length;
  const notes = [
    ...(missing > 0 ? [`${plural(missing, 'criterion has', 'criteria have')} no evidence.`] : []),
    `Evidence quality ${confidence.toFixed(2)} of 1.00.`,
  ];
  const foot = [more(MOST_EVIDENCE, 'screen-only'), more(MOST_ON_PAPER, 'on-paper'), notes.join(' ')];
  const made = part('Evidence', table, el('p', { class: 'small muted' }, ...foot));
  made.classList.add('evidence-list');
  return made;
}

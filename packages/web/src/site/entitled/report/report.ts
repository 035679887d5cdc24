// What entitled members file with a score: at most eight drivers, at most twelve pieces of evidence, and the smallest
// changes that move the band. Everything is as of the scoring date, so that a printed report stays true.

import type { CriterionScore, Entitlement, ScoreSnapshot } from '@rf-indicators/contract';
import { inWords, plural, utcDate } from '../../../ui/words.ts';
import { el, figure, head, row } from '../elements.ts';
import { hundredths, lost } from '../figures.ts';
import { fill, part } from '../part.ts';
import { read } from '../read.ts';
import { quantity } from '../values.ts';

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
    const snapshot = await read<ScoreSnapshot>(`/scores/${slug}`);
    const sensitivities = mayRead.includes('computation')
      ? (await import('./sensitivities.ts')).sensitivities(snapshot.verification_id)
      : null;
    return el('div', {}, drivers(snapshot), await sensitivities, evidenceList(snapshot));
  });
  place.replaceChildren(all);
}

function drivers({ criterion_scores, rf_decision_object }: ScoreSnapshot): HTMLElement {
  const losing = byLoss(criterion_scores).filter(({ point_impact }) => point_impact < 0);
  const listed = losing.slice(0, MOST_DRIVERS);
  const rows = listed.map(({ criterion_label, reason, point_impact }) =>
    row([el('th', { scope: 'row' }, criterion_label), reason, figure(lost(-hundredths(point_impact)))]),
  );
  const rest = losing.slice(MOST_DRIVERS).reduce((sum, one) => sum - hundredths(one.point_impact), 0);
  if (rest > 0) {
    const others = `${losing.length - MOST_DRIVERS} more`;
    rows.push(row([el('th', { scope: 'row' }, others), '', figure(lost(rest))]));
  }
  const caps = rf_decision_object.hard_caps_fired.filter(({ binding }) => binding);
  for (const { rule_id, detail, point_impact } of caps)
    rows.push(
      row([
        el('th', { scope: 'row' }, `Hard rule ${rule_id}`),
        detail,
        figure(lost(-hundredths(point_impact))),
      ]),
    );
  const table = el('table', {}, head(['Driver', 'Why', '>Points']), el('tbody', {}, ...rows));
  return part('What lowers the score', rows.length === 0 ? el('p', {}, 'No points are lost.') : table);
}

/** The largest losses first, then the largest weights. */
function byLoss(criteria: readonly CriterionScore[]): CriterionScore[] {
  return [...criteria].sort(
    (a, b) => hundredths(a.point_impact) - hundredths(b.point_impact) || b.weight - a.weight,
  );
}

function evidenceList({ criterion_scores, confidence }: ScoreSnapshot): HTMLElement {
  const evidenced = byLoss(criterion_scores).filter(({ input }) => input !== null);
  const rows = evidenced.slice(0, MOST_EVIDENCE).map(({ criterion_label, input }) => {
    const { value, unit, evidence_kind, evidence_title, evidence_page, source_grade, evidence_date } = input!;
    const source = [evidence_title, evidence_kind === null ? null : inWords(evidence_kind), evidence_page];
    return row([
      el('th', { scope: 'row' }, criterion_label),
      quantity(value, unit),
      source.filter((text) => text !== null).join(' · '),
      source_grade,
      el('td', { class: 'date' }, utcDate(evidence_date)),
    ]);
  });
  const more = evidenced.length - MOST_EVIDENCE;
  const table = el(
    'table',
    {},
    head(['Criterion', 'Value', 'Evidence', 'Grade', 'Dated']),
    el('tbody', {}, ...rows),
  );
  const missing = criterion_scores.length - evidenced.length;
  const lacking = missing === 0 ? '' : ` ${plural(missing, 'criterion has', 'criteria have')} no evidence.`;
  return part(
    'Evidence',
    table,
    el(
      'p',
      { class: 'small muted' },
      `${more > 0 ? `${more} more. ` : ''}Evidence quality ${confidence.toFixed(2)} of 1.00.${lacking}`,
    ),
  );
}

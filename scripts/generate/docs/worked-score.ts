// The worked example of docs/use/methodology.md: one sample provider, scored step by step.

import { formatHundredths, type Scored, score } from '@rf-indicators/engine';
import { methodology, sample } from './framework.ts';
import { code, table } from './markdown.ts';

/** The sample has missing, ageing and lapsed evidence. */
export function workedScore(): string {
  const scored = score(methodology, sample('FX-11')) as Scored;
  const { assessments, uncapped, final, confidence, coverage } = scored.trace;
  const rows = assessments.map(({ criterion, reading, raw, freshness, ...rest }) => [
    code(criterion.id),
    reading?.value ?? '-',
    reading?.grade ?? '-',
    reading === null ? '-' : `${reading.age} of ${criterion.maxAge}`,
    rest.status,
    reading === null ? '-' : raw,
    reading === null ? '-' : freshness,
    rest.points,
    rest.weight,
    rest.shortfall,
    rest.contribution,
  ]);
  const head = ['criterion', 'value', 'grade', 'age', 'status', 'raw', 'fresh', 'p', 'w', 's', 'c'];
  const sum = (of: (assessment: (typeof assessments)[number]) => number) =>
    assessments.reduce((total, assessment) => total + of(assessment), 0);
  const weighted = sum(({ weight, points }) => weight * points);
  const evidence = sum(({ weight, reading, freshness }) => weight * (reading?.gradePercent ?? 0) * freshness);
  const covered = sum(({ weight, freshness }) => (freshness > 0 ? weight : 0));
  const results = [
    `- sum of w × p = ${weighted}; div 10000 = ${uncapped}: uncapped score ${formatHundredths(uncapped)}`,
    `- sum of s = ${sum(({ shortfall }) => shortfall)} = 10000 - ${uncapped}; sum of c = ${sum(({ contribution }) => contribution)}`,
    `- sum of w × grade × fresh = ${evidence}; div 100000000 = ${confidence}: confidence ${formatHundredths(confidence)}`,
    `- sum of w with live evidence = ${covered}; div 100 = ${coverage}: coverage ${formatHundredths(coverage)}`,
    ...scored.trace.fired.map(
      ({ rule, tier, binding }) =>
        `- ${rule.id} fires, cap ${formatHundredths(tier.cap)}, and ${binding ? 'binds' : 'does not bind'}`,
    ),
    `- final score ${formatHundredths(final)}, band ${scored.result.band}`,
  ];
  return `${table(head, rows)}\n\n${results.join('\n')}`;
}

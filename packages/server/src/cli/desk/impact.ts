// Formats an impact report as text.

import type { AnswerOf } from '@rf-indicators/contract/acts';

import { count } from '../table.ts';

type ImpactReport = AnswerOf<'frameworks.impact'>;
type Headline = ImpactReport['providers'][number]['after'];

export function impactLines(report: ImpactReport): string[] {
  const { framework, compared_with: before, counts } = report;
  const was =
    before === null ? 'with no framework in effect before' : `compared with ${before.framework_version}`;
  return [
    `${framework.framework_version} (${report.sign_off}) ${was}, as of ${report.as_of}`,
    ...report.differences.map(
      ({ place, before: old, after }) => `  ${place}: ${old ?? '(nothing)'} -> ${after ?? '(nothing)'}`,
    ),
    ...report.providers.map(({ name, before: old, after, delta, band_changed }) => {
      const moved = delta === null ? '' : ` (${delta}${band_changed ? ', different band' : ''})`;
      return `  ${name}: ${old === null ? '-' : headline(old)} -> ${headline(after)}${moved}`;
    }),
    `${count(counts.providers, 'provider')}: ${counts.higher} higher, ${counts.lower} lower, ${counts.unchanged} unchanged, ` +
      `${counts.newly_scored} newly scored, ${counts.no_longer_scored} no longer scored, ${counts.unscored} unscored; ` +
      `${counts.band_changed} in a different band`,
  ];
}

function headline({ status, final_score, risk_band, reason }: Headline): string {
  return status === 'SCORED' ? `${final_score} ${risk_band}` : `${status} ${reason}`;
}

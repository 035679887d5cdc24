// GET /api/v1/scores/{providerId}/outlook: what ageing of the evidence alone does to a score.

import { OUTLOOK_DAYS } from '@rf-indicators/contract';
import { currentIndicators } from '@rf-indicators/core/desk/served/served';
import { outlookOf } from '../../rendering/evidence-outlook.ts';
import { whyNone } from '../../rendering/no-indicator.ts';
import type { Answer, Parameters, Reading } from '../../rendering/reading.ts';
import { providerOrProblem } from '../provider-or-problem.ts';

export async function getEvidenceOutlook(reading: Reading, parameters: Parameters): Promise<Answer> {
  const provider = await providerOrProblem(reading, String(parameters.providerId));
  if ('problem' in provider) return provider;
  const [served] = await currentIndicators(reading.db, [provider.id]);
  if (served === undefined) return whyNone(reading, provider.id);
  const found = await outlookOf(reading, served, Number(parameters.days ?? OUTLOOK_DAYS));
  // It begins anew each day.
  return { content: JSON.stringify(found), lastModified: Math.max(served.changedAt, Date.parse(found.from)) };
}
